import { storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { eachWord } from '../../../core/mongo/index.ts';
import { isHidden, publishedState, stateInKeys, unsaved } from '../../../lifecycle/index.ts';
import { servedChain } from '../../../projects/index.ts';
import { isLocalized } from '../../fields/locales/own-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryLocaleState } from '../schema.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import type { ListedDraft } from '../store/queries/draft-repository.ts';
import { stateKeys } from '../write/locales/written.ts';

/** A list of drafts in one locale of a project with several. */
export interface ListedLocale {
  locale: LocaleRecord;
  list: readonly LocaleRecord[];
  now: Date;
}

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

/** The state of a listed entry in each locale with content, by code. */
export function listedStates(
  entry: ListedDraft,
  { list, now }: ListedLocale,
): Record<string, EntryLocaleState> {
  const states: Record<string, EntryLocaleState> = {};
  for (const [index, { id, code }] of list.entries()) {
    const own = entry.is_default_empty === true ? undefined : entry;
    const state = index === 0 ? own : entry.locales?.[id];
    if (state === undefined) continue;
    const isChanged = index === 0 ? entry.is_changed : (entry.changed_in?.[id] ?? false);
    const keys = stateKeys(publishedState({ ...state, draft: {}, live: null }, now));
    states[code] = {
      ...keys,
      has_unpublished_changes: isHidden(state, now) || isChanged,
      translation: stateInKeys(entry.translation?.keys, id),
    };
  }
  return states;
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
