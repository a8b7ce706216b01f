import { isDeepStrictEqual } from 'node:util';
import { allLocales } from '../../../contract/access.ts';
import { changedKeys } from '../../../contract/events/audit-actions.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';

/** Keys that follow from the others. */
const derivedKeys = [
  'sort_name',
  'locales',
  'locale_slugs',
  'locale_revisions',
  'locale_sources',
  'translation',
];

/** The ids of the locales whose texts a write of a term changes, with `*` if it changes shared values. */
export function changedTermLocales<R extends TermRecord>(
  { localized }: Taxonomy<R>,
  [first, ...further]: readonly LocaleRecord[],
  { before, after }: { before: R; after: R },
): string[] {
  const keys = changedKeys(before, after).filter((key) => !derivedKeys.includes(key));
  const hasChanged = ({ id }: LocaleRecord) => !isDeepStrictEqual(before.locales?.[id], after.locales?.[id]);
  const isOwn = (key: string) => key === 'slug' || localized.includes(key);
  return [
    ...(keys.every(isOwn) ? [] : [allLocales]),
    ...(keys.some(isOwn) && first !== undefined ? [first.id] : []),
    ...further.filter(hasChanged).map(({ id }) => id),
  ];
}
