import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import {
  countedEntriesMax,
  countFieldUses,
  countLiveEntries,
} from '../../entries/store/queries/field-use-repository.ts';
import { hasLocalizedFields, isLocalized } from '../../fields/locales/own-values.ts';
import { loadBlocks } from '../lookup.ts';
import type { TypeRecord } from '../schema.ts';

export type LocaleWarning = { message: string; param: string; entries: number } & (
  { code: 'not_visible_in_locales'; locales: string[] } | { code: 'localized_values_dropped'; field: string }
);

/**
 * The warnings of a change of localized fields: live entries that no further locale shows yet, and values of further
 * locales that are deleted. Call it before the entries are changed in the background.
 */
export async function localeWarnings(
  context: ReleaseContext,
  { before, after }: { before: TypeRecord | null; after: TypeRecord },
): Promise<LocaleWarning[]> {
  const [, ...further] = context.project.locales.list;
  if (before === null || further.length === 0) return [];
  const blocks = await loadBlocks(context, after);
  const isFirst = !hasLocalizedFields({ ...before, blocks }) && hasLocalizedFields({ ...after, blocks });
  const locales = further.map(({ code }) => code);
  return [
    ...(isFirst ? await visibilityWarnings(context, after, locales) : []),
    ...(await dropWarnings(context, { before, after, locales: further.map(({ id }) => id) })),
  ];
}

async function visibilityWarnings(
  { db, now, dryRun, project }: ReleaseContext,
  { slug, fields }: TypeRecord,
  locales: string[],
): Promise<LocaleWarning[]> {
  const entries = await countLiveEntries(db, { type: slug, now });
  if (entries === 0) return [];
  const at = fields.findIndex(isLocalized);
  const code = project.locales.list[0]?.code ?? '';
  const are = dryRun ? 'would be' : 'are';
  const message = `${countOf(entries)} ${are} visible in ${code} only, until you publish them in ${locales.join(', ')}.`;
  const param = at === -1 ? 'fields' : `fields[${at}].options.localized`;
  return [{ code: 'not_visible_in_locales', message, param, locales, entries }];
}

async function dropWarnings(
  context: ReleaseContext,
  { before, after, locales }: { before: TypeRecord; after: TypeRecord; locales: readonly string[] },
): Promise<LocaleWarning[]> {
  const sharedFields = after.fields.filter((field) => {
    const previous = before.fields.find((each) => storageKey(each) === storageKey(field));
    return previous !== undefined && isLocalized(previous) && !isLocalized(field);
  });
  if (sharedFields.length === 0) return [];
  const { db, now, dryRun } = context;
  const { uses } = await context.withConcurrencyLimit(() =>
    countFieldUses(db, { type: after.slug, keys: sharedFields.map(storageKey), now, locales }),
  );
  return sharedFields.flatMap((field, i): LocaleWarning[] => {
    const entries = Math.min(uses[i]?.entries ?? 0, countedEntriesMax);
    if (entries === 0) return [];
    const what = dryRun ? 'would be deleted' : 'are deleted';
    const message = `The values of "${field.key}" in further locales ${what}: ${countOf(entries)} had one.`;
    const param = `fields[${after.fields.indexOf(field)}].options.localized`;
    return [{ code: 'localized_values_dropped', message, param, field: field.key, entries }];
  });
}

function countOf(entries: number): string {
  const atLeast = entries >= countedEntriesMax ? 'At least ' : '';
  return `${atLeast}${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
