import { type LocalizedItem, translationKeysOf } from '../../../../lifecycle/index.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import type { Shape } from '../../../fields/walk.ts';
import { hasChosenLocales, withBlocksOf } from '../../../fields/blocks/hidden-blocks.ts';
import { hasLocalizedFields, isTranslated, localizedAddresses } from '../../../fields/locales/own-values.ts';
import type { EntryRecord } from '../schema.ts';
import { itemOf } from './states.ts';

/**
 * The addresses of the translated texts of an entry, each with its name in responses.
 * @param locale - the id of the locale whose readers see the blocks with these texts; null for all blocks
 */
export function textsOf(
  shape: Shape,
  shared: LocalizedItem['shared'],
  locale: string | null,
): Map<string, string> {
  const snapshots = [shared.live ?? {}, shared.draft];
  const texts = snapshots.flatMap((values) => {
    const servedValues = locale === null ? values : withBlocksOf(shape, values, locale);
    return [...localizedAddresses(shape, servedValues)].filter(({ field }) => isTranslated(field));
  });
  return new Map(texts.map(({ address, name }) => [address, name]));
}

/** Returns `textsOf` an entry in each locale, as a function. They are gathered once if all locales show all blocks. */
export function localeTexts(
  shape: Shape,
  shared: LocalizedItem['shared'],
): (locale: string) => Map<string, string> {
  const snapshots = [shared.live ?? {}, shared.draft];
  if (snapshots.some((values) => hasChosenLocales(shape, values)))
    return (locale) => textsOf(shape, shared, locale);
  const texts = textsOf(shape, shared, null);
  return () => texts;
}

/** The entry with the keys by which indexes find its translation states. */
export function withTranslation(
  record: EntryRecord,
  shape: Shape,
  list: readonly LocaleRecord[],
): EntryRecord {
  const { translation: _translation, ...rest } = record;
  if (list.length < 2 || !hasLocalizedFields(shape)) return rest;
  const item = itemOf(rest, shape, list);
  const textsOfLocale = localeTexts(shape, item.shared);
  const textsIn = (locale: string) => [...textsOfLocale(locale).keys()];
  const translation = translationKeysOf(item, { list, textsIn, updatedAt: rest.updated_at });
  return translation === undefined ? rest : { ...rest, translation };
}
