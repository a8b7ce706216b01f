import { linkedFileName } from '../../../../contract/fields/links.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import type { ReleaseDb, TakeRow } from '../../../../core/mongo/index.ts';
import { hiddenMark } from '../derive.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';
import {
  type VisiblePeriodPath,
  visibleInSomeLocale,
  visiblePeriodProjection,
} from '../../../../lifecycle/index.ts';

/** An entry without long texts, which contain no ids. Labels are included. */
export type Referring = Pick<
  EntryRecord,
  'id' | 'type' | 'draft' | 'live' | VisiblePeriodPath | 'pending' | 'locales' | 'shared_live'
>;

/** Longer texts, in bytes, are not ids. */
const idBytesMax = 256;
/** Rows of one batch. Rich text can make each of them megabytes. */
const rowsAtOnce = 20;

/**
 * Passes entries that refer to the id, also in removed fields, to `take`, in id order from `from` on, until it returns
 * false. Restored fields protect their targets at once, before the pass over the entries.
 */
export async function findReferring(
  db: ReleaseDb,
  target: string,
  { from, labels }: { from: string; labels: readonly string[] },
  take: TakeRow<Referring>,
): Promise<void> {
  const projection = {
    id: 1,
    type: 1,
    ...visiblePeriodProjection,
    draft: withoutTexts('$draft', labels),
    live: withoutTexts('$live', labels),
    ...{ locales: 1, shared_live: 1 },
    pending: {
      $cond: [{ $gt: ['$pending', null] }, { values: withoutTexts('$pending.values', labels) }, '$$REMOVE'],
    },
  };
  const filter = { refs: { $in: [target, hiddenMark + target] }, id: { $gte: from } };
  const options = { sort: { id: 1 } as const, projection, batchSize: rowsAtOnce };
  await rows(db, entries).findWhile(filter, options, take);
}

/** Counts the entries that refer to the id, in any state, up to `cap`. */
export function countReferring(db: ReleaseDb, target: string, cap: number): Promise<number> {
  return rows(db, entries).count({ refs: target }, cap);
}

function withoutTexts(path: string, labels: readonly string[]) {
  const isShort = { $lte: [{ $strLenBytes: '$$value.v' }, idBytesMax] };
  const isIncluded = { $or: [{ $in: ['$$value.k', [...labels]] }, isShort] };
  const cond = { $cond: [{ $eq: [{ $type: '$$value.v' }, 'string'] }, isIncluded, true] };
  return { $arrayToObject: { $filter: { input: { $objectToArray: path }, as: 'value', cond } } };
}

/** Visible entries whose live values refer to the id. */
function liveReferrers(target: string, now: Date) {
  return { refs: target, live_refs: target, ...visibleInSomeLocale(now) };
}

/** Entries whose visible values refer to the id, in id order, with the values of `labels`. */
export function findLiveReferring(
  db: ReleaseDb,
  target: string,
  { now, labels, limit }: { now: Date; labels: readonly string[]; limit: number },
): Promise<Pick<EntryRecord, 'id' | 'type' | 'live' | 'periods'>[]> {
  const projection = {
    id: 1,
    type: 1,
    periods: 1,
    ...Object.fromEntries(labels.map((key) => [`live.${key}`, 1])),
  };
  return rows(db, entries).find(liveReferrers(target, now), { sort: { id: 1 }, limit, projection });
}

/** Counts those entries, up to `cap`. */
export function countLiveReferring(
  db: ReleaseDb,
  target: string,
  { now, cap }: { now: Date; cap: number },
): Promise<number> {
  return rows(db, entries).count(liveReferrers(target, now), cap);
}

/** An entry that refers to an asset in any snapshot, with its labels. */
export type EntryWithMedia = Pick<EntryRecord, 'id' | 'type' | 'draft' | 'periods' | VisiblePeriodPath> & {
  /** Whether the live values refer to the asset. */
  isInLive: boolean;
};

/** Entries that refer to the asset, drafts included, in id order, with the draft values of `labels`. */
export async function findEntriesWithMedia(
  db: ReleaseDb,
  target: string,
  { labels, limit }: { labels: readonly string[]; limit: number },
): Promise<EntryWithMedia[]> {
  const projection = {
    ...{ id: 1, type: 1, periods: 1, ...visiblePeriodProjection },
    ...Object.fromEntries(labels.map((key) => [`draft.${key}`, 1])),
    isInLive: { $gt: [{ $size: { $setIntersection: [[target, linkedFileName(target)], '$live_refs'] } }, 0] },
  };
  const referrers = await rows(db, entries).find({ refs: target }, { sort: { id: 1 }, limit, projection });
  return referrers as unknown as EntryWithMedia[]; // the projection adds `isInLive`
}

/** The ids that an entry of the release refers to, in any state. One index read for each. */
export async function findReferencedIds(db: ReleaseDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const counts = await rows(db, entries).countEach(
    ids.map((id) => ({ refs: id })),
    1,
  );
  return new Set(ids.filter((_id, i) => counts[i] === 1));
}
