import {
  grantedBy,
  namedBy,
  ofModules,
  releaseCollection,
  type ReleaseDb,
} from '../../../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../../../core/mongo/scope/scoped.ts';
import type { LocaleContentCounts } from '../../../../core/context/index.ts';
import { upcoming, visible } from '../../../../lifecycle/index.ts';
import type { EntryRecord } from '../schema.ts';
import { localeRowIndexes, localeRowsName } from './row-indexes.ts';
import { type EntryLocaleRow, type RowScope, rowsOf } from './row.ts';

/** The rows of all locales. Reads in one locale open them as `entries` (core/mongo/scope/scoped.ts). */
export const entryLocales = namedBy(
  grantedBy(ofModules(releaseCollection<EntryLocaleRow>(localeRowsName, localeRowIndexes), 'content'), {
    areas: ['content'],
    typeKey: 'type',
  }),
  ...['ent_', 'entries:', 'content'],
);

function openRows(db: ReleaseDb): ScopedCollection<EntryLocaleRow> {
  return rows(db, entryLocales);
}

/** The rows of all locales, which have all keys of an entry. */
export function openRowsAsEntries(db: ReleaseDb): ScopedCollection<EntryRecord> {
  return openRows(db) as unknown as ScopedCollection<EntryRecord>;
}

/** Stores the rows of an entry after a change, and removes those of locales that it no longer has. */
export async function storeLocaleRows(
  db: ReleaseDb,
  { before, rows: newRows }: { before: EntryRecord; rows: readonly EntryLocaleRow[] },
): Promise<void> {
  const removedIds = Object.keys(before.locales ?? {}).filter((id) =>
    newRows.every(({ locale }) => locale !== id),
  );
  if (removedIds.length > 0) await openRows(db).deleteMany({ id: before.id, locale: { $in: removedIds } });
  await openRows(db).putMany(newRows);
}

/** Replaces the rows of entries that a job changed. */
export async function replaceLocaleRows(
  db: ReleaseDb,
  records: readonly EntryRecord[],
  scope: RowScope,
): Promise<void> {
  const ids = records.filter(({ periods }) => periods !== undefined).map(({ id }) => id);
  if (ids.length === 0) return;
  await deleteLocaleRows(db, ids);
  await openRows(db).putMany(records.flatMap((record) => rowsOf(record, scope)));
}

/** Rows of a locale that have one of these unique values, without those of some entries. */
export function findUniqueHolders(
  db: ReleaseDb,
  {
    locale,
    type,
    uniques,
    exceptIds,
  }: Record<'locale' | 'type', string> & Record<'uniques' | 'exceptIds', readonly string[]>,
): Promise<Pick<EntryLocaleRow, 'id' | 'uniques'>[]> {
  const filter = { locale, type, uniques: { $in: [...uniques] }, id: { $nin: [...exceptIds] } };
  return openRows(db).find(filter, { projection: { id: 1, uniques: 1 } });
}

/** The rows of entries in all locales. */
export function findRowsOf(db: ReleaseDb, ids: readonly string[]): Promise<EntryLocaleRow[]> {
  return openRows(db).find({ id: { $in: [...ids] } });
}

/** Rows of all locales in which an entry serves no value because another entry has it, by the id of the entry. */
export function findClashingRows(db: ReleaseDb, limit: number): Promise<EntryLocaleRow[]> {
  const filter = { clashes: { $exists: true }, key: { $gt: '' } };
  return openRows(db).find(filter, { sort: { key: 1 }, limit });
}

/** Counts the entries with content in a locale by their state there. */
export async function countRowsIn(db: ReleaseDb, locale: string, now: Date): Promise<LocaleContentCounts> {
  const isLive = visible(now);
  const [all = 0, live = 0, scheduled = 0] = await openRows(db).countEach([
    { locale },
    { locale, ...isLive },
    { locale, ...upcoming(now) },
  ]);
  return { live, scheduled, drafts: all - live - scheduled };
}

/** Deletes the rows of entries in all locales. Returns how many there were. */
export function deleteLocaleRows(db: ReleaseDb, ids: readonly string[]): Promise<number> {
  return openRows(db).deleteMany({ id: { $in: [...ids] } });
}
