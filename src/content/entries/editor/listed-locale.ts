import { storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { eachWord } from '../../../core/mongo/index.ts';
import { draftsInChain, type ListedLocale, listedStateIn } from '../../../lifecycle/index.ts';
import { isLocalized } from '../../fields/locales/own-values.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import type { ListedDraft } from '../store/queries/draft-repository.ts';

/**
 * An entry of a list as if it had only this locale, for its title, columns and state. Empty values are those of
 * fallbacks, so that each entry has a title.
 */
export function listedIn(type: TypeShape, entry: ListedDraft, { locale, list }: ListedLocale): ListedDraft {
  const draft = draftIn(type, entry, { locale, list });
  return { ...(locale === list[0] ? entry : listedStateIn(entry, locale)), draft };
}

function draftIn(
  { fields }: TypeShape,
  entry: Pick<EntryRecord, 'draft' | 'locales'>,
  listedLocale: Pick<ListedLocale, 'locale' | 'list'>,
): EntryValues {
  const values = { ...entry.draft };
  const drafts = draftsInChain(entry, listedLocale);
  for (const field of fields.filter(isLocalized)) {
    const key = storageKey(field);
    const value = drafts.map((own) => own[key]).find((one) => one !== undefined && one !== null);
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
