import { linkedFileName } from '../../../../contract/fields/links.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import type { ReleaseDb, TakeRow } from '../../../../core/mongo/index.ts';
import { hiddenMark } from '../derive.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import { type StayPath, stayProjection, visible } from '../../../../lifecycle/index.ts';

/** An entry without long texts, which point at nothing; those that label entries stay. */
export type Referring = Pick<EntryRecord, 'id' | 'type' | 'draft' | 'live' | StayPath | 'pending'>;

/** Texts above this are no ids, in bytes. */
const idBytesMax = 256;
/** Rows that come from the database at once: rich text may make each of them megabytes. */
const rowsAtOnce = 20;

/**
 * Hands over entries that point at the id, also those that do in removed fields, one after another in the order of their
 * ids, `from` the one named on, as long as `takes` says so. A restored field protects its targets at once, before the
 * pass over the entries.
 */
export async function findReferring(
  db: ReleaseDb,
  target: string,
  { from, labels }: { from: string; labels: readonly string[] },
  takes: TakeRow<Referring>,
): Promise<void> {
  const projection = {
    id: 1,
    type: 1,
    ...stayProjection,
    draft: withoutTexts('$draft', labels),
    live: withoutTexts('$live', labels),
    pending: {
      $cond: [{ $gt: ['$pending', null] }, { values: withoutTexts('$pending.values', labels) }, '$$REMOVE'],
    },
  };
  const filter = { refs: { $in: [target, hiddenMark + target] }, id: { $gte: from } };
  const options = { sort: { id: 1 } as const, projection, batchSize: rowsAtOnce };
  await rows(db, entries).findWhile(filter, options, takes);
}

/** How many entries point at the id, in whatever state; counting stops at `cap`. */
export function countReferring(db: ReleaseDb, target: string, cap: number): Promise<number> {
  return rows(db, entries).count({ refs: target }, cap);
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

/** Entries that readers see pointing at the id, in the order of their ids; of their values those that are named. */
export function findSeenReferring(
  db: ReleaseDb,
  target: string,
  { now, labels, limit }: { now: Date; labels: readonly string[]; limit: number },
): Promise<Pick<EntryRecord, 'id' | 'type' | 'live'>[]> {
  const projection = { id: 1, type: 1, ...Object.fromEntries(labels.map((key) => [`live.${key}`, 1])) };
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

/** An entry that holds an id in whatever state, by what labels it. */
export type HoldingEntry = Pick<EntryRecord, 'id' | 'type' | 'draft' | StayPath> & {
  /** Whether the live values hold it. */
  isInLive: boolean;
};

/** Entries that hold the id, drafts included, in the order of their ids; of their values those that are named. */
export async function findHolding(
  db: ReleaseDb,
  target: string,
  { labels, limit }: { labels: readonly string[]; limit: number },
): Promise<HoldingEntry[]> {
  const projection = {
    ...{ id: 1, type: 1, ...stayProjection },
    ...Object.fromEntries(labels.map((key) => [`draft.${key}`, 1])),
    isInLive: { $gt: [{ $size: { $setIntersection: [[target, linkedFileName(target)], '$live_refs'] } }, 0] },
  };
  const referrers = await rows(db, entries).find({ refs: target }, { sort: { id: 1 }, limit, projection });
  return referrers as unknown as HoldingEntry[]; // the projection makes it of the row
}

/** Those of the ids that some entry of the release holds, in whatever state. One index read for each. */
export async function findReferencedIds(db: ReleaseDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const counts = await rows(db, entries).countEach(
    ids.map((id) => ({ refs: id })),
    1,
  );
  return new Set(ids.filter((_id, i) => counts[i] === 1));
}
