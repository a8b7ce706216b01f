import type {
  LocaleClash,
  LocaleConflict,
  LocaleListChange,
  LocaleRecord,
} from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { fieldStoredAs } from '../../../contract/fields/storage-key.ts';
import { fallbackChain } from '../../../projects/index.ts';
import { hasLocalizedFields, isLocalized } from '../../fields/locales/own-values.ts';
import { findBlocks } from '../../types/blocks/repository.ts';
import { findTypes } from '../../types/repository.ts';
import { titleOf } from '../editor/label.ts';
import { derive } from '../store/derive.ts';
import { withoutClashes } from '../store/locales/clashes.ts';
import { findClashingRows, findUniqueHolders } from '../store/locales/repository.ts';
import type { RowScope } from '../store/locales/row.ts';
import { itemOf, stateIn } from '../store/locales/states.ts';
import { findBatch } from '../store/queries/batch-repository.ts';
import type { EntryRecord } from '../store/schema.ts';

/** Entries of one batch. */
const batchSize = 100;
/** Milliseconds after which the check ends. The job that prepares the locale finds the rest. */
const checkMs = 2_000;

/**
 * Finds a locale in which entries would serve a unique value that another entry has there, with a changed list of
 * locales: values that fall back, and whole entries if the locale serves them.
 */
export async function findUniqueConflict(
  db: ReleaseDb,
  { list, locales, now, max }: LocaleListChange,
): Promise<LocaleConflict | null> {
  const endsAt = performance.now() + checkMs;
  const blocks = new Map((await findBlocks(db)).map((block) => [block.slug, block]));
  const conflicts = locales.map((locale) => ({ locale, ids: new Set<string>() }));
  const firstConflict = (size: number) => conflicts.find(({ ids }) => ids.size >= size);
  for (const type of await findTypes(db)) {
    const shape = { ...type, blocks };
    const hasUniques = type.fields.some((field) => isLocalized(field) && field.options.unique === true);
    if (!hasUniques || !hasLocalizedFields(shape)) continue;
    for (let after: string | undefined = ''; after !== undefined;) {
      if (firstConflict(max) !== undefined || performance.now() > endsAt) break;
      const { entries, isLast } = await findBatch(db, type.slug, after, batchSize);
      await addConflicts(db, entries, { scope: { shape, list, now }, conflicts });
      after = isLast ? undefined : entries.at(-1)?.id;
    }
  }
  const conflict = firstConflict(max) ?? firstConflict(1);
  return conflict === undefined ? null : { ...conflict, ids: [...conflict.ids].slice(0, max) };
}

/** Adds the entries of a batch that have a conflict to those of each locale. */
async function addConflicts(
  db: ReleaseDb,
  entries: readonly EntryRecord[],
  { scope, conflicts }: { scope: RowScope; conflicts: readonly { locale: LocaleRecord; ids: Set<string> }[] },
): Promise<void> {
  const entriesAfter = await withoutClashes(db, entries, scope);
  for (const { locale, ids } of conflicts) {
    const clashesOf = ({ locales }: EntryRecord) => locales?.[locale.id]?.clashes ?? [];
    entriesAfter.forEach((after, i) => {
      const clashesBefore = entries[i] === undefined ? [] : clashesOf(entries[i]);
      if (clashesOf(after).some((key) => !clashesBefore.includes(key))) ids.add(after.id);
    });
    if (!locale.serves_entries) continue;
    for (const id of await servedConflicts(db, entries, { scope, locale })) ids.add(id);
  }
}

/** Entries without content in the locale whose fallback has a unique value that another entry has in the locale. */
async function servedConflicts(
  db: ReleaseDb,
  entries: readonly EntryRecord[],
  { scope: { shape, list, now }, locale }: { scope: RowScope; locale: LocaleRecord },
): Promise<string[]> {
  const uniquesOf = new Map<string, readonly string[]>();
  for (const entry of entries) {
    const item = itemOf(entry, shape, list);
    const chain = fallbackChain(list, locale.id);
    const source = chain.find((id) => item.states.has(id));
    if (source === undefined || source === locale.id) continue;
    const { draft, live } = stateIn(item, source, { shape, now });
    const { uniques = [] } = derive(shape, { draft, live });
    uniquesOf.set(entry.id, uniques);
  }
  const uniques = [...uniquesOf.values()].flat();
  if (uniques.length === 0) return [];
  const holders = await findUniqueHolders(db, {
    locale: locale.id,
    type: shape.slug,
    uniques,
    exceptIds: [],
  });
  const uniquesInLocale = new Set(holders.flatMap(({ uniques: values = [] }) => values));
  return [...uniquesOf].flatMap(([id, own]) =>
    own.some((unique) => uniquesInLocale.has(unique)) ? [id] : [],
  );
}

/** Lists the entries with a value that fell back until a job found that another entry has it. */
export async function findClashes(db: ReleaseDb, max: number): Promise<LocaleClash[]> {
  const clashingRows = await findClashingRows(db, max);
  if (clashingRows.length === 0) return [];
  const types = new Map((await findTypes(db)).map((type) => [type.slug, type]));
  return clashingRows.map(({ id, locale, type: slug, draft, clashes = [] }) => {
    const type = types.get(slug);
    const fields = clashes.map((key) => fieldStoredAs(type?.fields ?? [], key)?.key ?? key);
    return { locale, id, type: slug, title: titleOf(type, draft, id), fields };
  });
}
