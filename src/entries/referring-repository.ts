import { rows } from '../platform/mongo/scoped.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { entries } from './repository.ts';
import type { EntryRecord } from './schema.ts';
import { visible } from '../publishing/service.ts';

/** An entry without long texts, which point at nothing; those that label entries stay. */
export type Referring = Pick<EntryRecord, 'id' | 'type' | 'draft' | 'live' | 'live_at'>;

/** Texts above this are no ids, in bytes. */
const idBytesMax = 256;
/** Rows that come from the database at once: rich text may make each of them megabytes. */
const rowsAtOnce = 20;

/**
 * Hands over entries that point at the id one after another, in the order of their ids, `from` the one named on, as long
 * as `takes` says so.
 */
export async function findReferring(
  db: ReleaseDb,
  target: string,
  { from, labels }: { from: string; labels: readonly string[] },
  takes: (entry: Referring) => boolean,
): Promise<void> {
  const projection = {
    id: 1,
    type: 1,
    live_at: 1,
    draft: withoutTexts('$draft', labels),
    live: withoutTexts('$live', labels),
  };
  const filter = { refs: target, id: { $gte: from } };
  const options = { sort: { id: 1 } as const, projection, batchSize: rowsAtOnce };
  await rows(db, entries).findWhile(filter, options, (entry) => Promise.resolve(takes(entry)));
}

function withoutTexts(path: string, labels: readonly string[]) {
  const isShort = { $lte: [{ $strLenBytes: '$$value.v' }, idBytesMax] };
  const isKept = { $or: [{ $in: ['$$value.k', [...labels]] }, isShort] };
  const cond = { $cond: [{ $eq: [{ $type: '$$value.v' }, 'string'] }, isKept, true] };
  return { $arrayToObject: { $filter: { input: { $objectToArray: path }, as: 'value', cond } } };
}

/** What points at the id from what readers see. */
function seenReferring(target: string, now: Date) {
  return { refs: target, live_refs: target, ...visible(now) };
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
