import { storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { eachWord } from '../../../core/mongo/index.ts';
import { type ListedLocale, unsaved } from '../../../lifecycle/index.ts';
import { servedChain } from '../../../projects/index.ts';
import { isLocalized } from '../../fields/locales/own-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import type { ListedDraft } from '../store/queries/draft-repository.ts';

/**
 * An entry of a list as if it had only this locale, for its title, columns and state. Empty values are those of
 * fallbacks, so that each entry has a title.
 */
export function listedIn(type: TypeShape, entry: ListedDraft, { locale, list }: ListedLocale): ListedDraft {
  const isDefault = locale === list[0];
  const { id } = locale;
  const draft = draftIn(type, entry, { locale, list });
  if (isDefault) return { ...entry, draft };
  const state = entry.locales?.[id] ?? unsaved<EntryValues>({}, entry.created_at);
  const { pending: _pending, live_until: _until, kept_until: _kept, ended_at: _ended, ...rest } = entry;
  const is_changed = entry.changed_in?.[id] ?? false;
  return { ...rest, ...state, created_at: entry.created_at, draft, is_changed };
}

function draftIn(
  { fields }: TypeShape,
  { draft, locales = {} }: Pick<EntryRecord, 'draft' | 'locales'>,
  { locale, list }: Pick<ListedLocale, 'locale' | 'list'>,
): EntryValues {
  const defaultId = list[0]?.id;
  const values = { ...draft };
  const others = list.map(({ id }) => id).filter((id) => id in locales);
  const chain = [...servedChain(list, locale.id), ...others];
  for (const field of fields.filter(isLocalized)) {
    const key = storageKey(field);
    const drafts = chain.map((id) => (id === defaultId ? draft : locales[id]?.draft));
    const value = drafts.map((own) => own?.[key]).find((one) => one !== undefined && one !== null);
    if (value === undefined) delete values[key];
    else values[key] = value;
  }
  return values;
}

/** Every word of `q` is in the label, in the default locale or in a locale. */
export function labelConditions(
  { display_field, subtitle_field, fields }: TypeShape,
  q: string,
  locale: Pick<LocaleRecord, 'id'> | null,
) {
  const keys = [display_field, subtitle_field]
    .filter((key) => key !== null)
    .map((key) => storageKeyOf(fields, key));
  const drafts = ['draft', ...(locale === null ? [] : [`locales.${locale.id}.draft`])];
  const paths = drafts.flatMap((draft) => keys.map((key) => `${draft}.${key}`));
  return eachWord(q, (has, word) => ({
    $or: [{ id: word }, ...paths.map((path) => ({ [path]: has }))],
  }));
}
