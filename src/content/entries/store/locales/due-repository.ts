import type { DueItem, DueQuery } from '../../../../core/context/index.ts';
import type { ReleaseDb, SystemDb } from '../../../../core/mongo/index.ts';
import { nextDateOf } from '../../../../lifecycle/index.ts';
import { dueIdsIn, dueItemsIn } from '../queries/due-repository.ts';
import { entryLocales, openRowsAsEntries } from './repository.ts';

/** The earliest date still to come in a further locale of the release, or null. */
export function nextRowDate(db: ReleaseDb, now: Date): Promise<Date | null> {
  return nextDateOf(openRowsAsEntries(db), now);
}

/** The ids of entries of a release with a due change in a further locale, the earliest first, at most `limit`. */
export function findDueRowsIn(db: ReleaseDb, now: Date, limit: number): Promise<string[]> {
  return dueIdsIn(openRowsAsEntries(db), now, limit);
}

/** Entries of all projects and releases with a due change in a further locale, the earliest first. */
export function findDueEntryRows(system: SystemDb, query: DueQuery): Promise<DueItem[]> {
  return dueItemsIn(system, entryLocales, query);
}
