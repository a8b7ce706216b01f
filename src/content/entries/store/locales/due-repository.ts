import type { DueItem, DueQuery } from '../../../../core/context/index.ts';
import type { ReleaseDb, SystemDb } from '../../../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../../../core/mongo/scope/scoped.ts';
import { nextDateOf } from '../../../../lifecycle/index.ts';
import { dueIdsIn, dueItemsIn } from '../queries/due-repository.ts';
import type { EntryRecord } from '../schema.ts';
import { entryLocales } from './repository.ts';

/** The earliest date still to come in a further locale of the release, or null. */
export function nextRowDate(db: ReleaseDb, now: Date): Promise<Date | null> {
  return nextDateOf(openAsEntries(db), now);
}

/** The ids of entries of a release with a due change in a further locale, the earliest first, at most `limit`. */
export function findDueRowsIn(db: ReleaseDb, now: Date, limit: number): Promise<string[]> {
  return dueIdsIn(openAsEntries(db), now, limit);
}

/** Entries of all projects and releases with a due change in a further locale, the earliest first. */
export function findDueEntryRows(system: SystemDb, query: DueQuery): Promise<DueItem[]> {
  return dueItemsIn(system, entryLocales, query);
}

function openAsEntries(db: ReleaseDb): ScopedCollection<EntryRecord> {
  return rows(db, entryLocales) as unknown as ScopedCollection<EntryRecord>; // a row has all keys of an entry
}
