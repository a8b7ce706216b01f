import { rows } from '../platform/mongo/scoped.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { entries } from './repository.ts';
import type { EntryRecord } from './schema.ts';

/** Entries that point at the id, in the order of their ids, `from` the one named on. */
export function findReferring(
  db: ReleaseDb,
  target: string,
  { from, limit }: { from: string; limit: number },
): Promise<EntryRecord[]> {
  return rows(db, entries).find({ refs: target, id: { $gte: from } }, { sort: { id: 1 }, limit });
}

/** What points at the id from what readers see. */
function seenReferring(target: string, now: Date) {
  return { refs: target, live_refs: target, live_at: { $lte: now } };
}

/** Entries that readers see pointing at the id, in the order of their ids. */
export function findSeenReferring(
  db: ReleaseDb,
  target: string,
  { now, limit }: { now: Date; limit: number },
): Promise<EntryRecord[]> {
  const projection = { draft: 0, facets: 0, sorts: 0, refs: 0, live_refs: 0 };
  return rows(db, entries).find(seenReferring(target, now), { sort: { id: 1 }, limit, projection });
}

/** How many those are; counting stops at `cap`. */
export function countSeenReferring(
  db: ReleaseDb,
  target: string,
  { now, cap }: { now: Date; cap: number },
): Promise<number> {
  return rows(db, entries).count(seenReferring(target, now), cap);
}
