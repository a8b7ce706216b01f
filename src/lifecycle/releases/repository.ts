import {
  namedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
  releaseCollection,
  type ReleaseDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { PromotionDate, ReleaseRecord, RemovalRecord } from './schema.ts';
import type { WritePosition } from './promote/write-position.ts';

export const releases = namedBy(
  ofModules(
    projectCollection<ReleaseRecord>('releases', [
      { key: { project_id: 1, _id: 1 } },
      {
        key: { status: 1, alive_at: 1 },
        name: 'unfinished',
        partialFilterExpression: { status: { $in: ['cloning', 'deleting'] } },
      },
      { key: { 'promotion.at': 1 }, partialFilterExpression: { 'promotion.at': { $exists: true } } },
    ]),
    'releases',
  ),
  'rel_',
  'types',
);

/** What was removed from a release, for comparisons, because the row itself is deleted. */
export const removals = releaseCollection<RemovalRecord>('release_removals', [
  { key: { project_id: 1, release_id: 1, write_seq: 1 } },
]);

/**
 * A release in the trash is stored like one that is being removed, so that no read finds it. Its time is later than any
 * clock, so that its rows stay.
 */
const trashedAt = new Date('9999-12-31T00:00:00Z');
const isTrashed = { status: 'deleting' as const, alive_at: trashedAt };

/** Returns a release unless it was deleted. */
export function findRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id, status: { $ne: 'deleting' } });
}

export function findReleases(db: ProjectDb): Promise<ReleaseRecord[]> {
  return rows(db, releases).find({ status: { $ne: 'deleting' } }, { sort: { _id: 1 } });
}

/** Returns all releases that exist or can be restored. */
export function findRestorableReleases(db: ProjectDb): Promise<ReleaseRecord[]> {
  const filter = { $or: [{ status: { $ne: 'deleting' as const } }, isTrashed] };
  return rows(db, releases).find(filter, { sort: { _id: 1 } });
}

export function findTrashedRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id, ...isTrashed });
}

/** Returns the ids of the releases in the trash of a project. */
export async function trashedReleaseIds(db: ProjectDb): Promise<string[]> {
  const trashedReleases = await rows(db, releases).find(isTrashed, { projection: { _id: 1 } });
  return trashedReleases.map(({ _id }) => _id);
}

/** Returns the ids of the releases in the trash of all projects. */
export async function allTrashedReleaseIds(system: SystemDb): Promise<string[]> {
  const trashedReleases = await unscopedRows(system, releases)
    .find(isTrashed, { projection: { _id: 1 } })
    .toArray();
  return trashedReleases.map(({ _id }) => _id);
}

/** Hides a release until it is restored, or until `abandonRelease` lets a job remove it. */
export async function trashRelease(db: ProjectDb, { _id, revision }: ReleaseRecord): Promise<void> {
  await updateRelease(db, _id, { ...isTrashed, revision: revision + 1 }, ['promotion', 'review']);
}

/** Lets the next run of the job `releases.recover` remove a release from the trash, with its rows. */
export async function abandonRelease(db: ProjectDb, id: string): Promise<void> {
  await rows(db, releases).updateOne({ _id: id, ...isTrashed }, { $set: { alive_at: new Date(0) } });
}

export function countReleases(db: ProjectDb, max: number): Promise<number> {
  return rows(db, releases).count({ status: { $ne: 'deleting' } }, max);
}

export function insertRelease(db: ProjectDb, record: ReleaseRecord): Promise<void> {
  return rows(db, releases).insertOne(record);
}

/** @returns false if the release doesn't exist */
export function updateRelease(
  db: ProjectDb,
  id: string,
  set: Partial<ReleaseRecord>,
  unset: readonly ('promotion' | 'promotion_failed' | 'review' | 'contributors')[] = [],
): Promise<boolean> {
  const unsetKeys = Object.fromEntries(unset.map((key) => [key, '' as const]));
  const change = { $set: set, ...(unset.length === 0 ? {} : { $unset: unsetKeys }) };
  return rows(db, releases).updateOne({ _id: id }, change);
}

/** Stores the number of a write in a release, and the member who made it. */
export async function storeContentWrite(
  db: ReleaseDb,
  { writeSeq, memberId }: { writeSeq: number; memberId: string | null },
): Promise<void> {
  const contributor = memberId === null ? {} : { $addToSet: { contributors: memberId } };
  await rows(db, releases).updateOne(
    { _id: db.releaseId },
    { $set: { content_seq: writeSeq }, ...contributor },
  );
}

/** @returns false if the clone is no longer needed */
export function updateClone(db: ProjectDb, id: string, set: Partial<ReleaseRecord>): Promise<boolean> {
  return rows(db, releases).updateOne({ _id: id, status: 'cloning' }, { $set: set });
}

/** Adds to the number of a release's entries. */
export async function addToCount(db: ReleaseDb, by: number): Promise<void> {
  await rows(db, releases).updateOne({ _id: db.releaseId }, { $inc: { entry_count: by } });
}

/** The time and write of a removal. */
export type RemovedAt = Required<Pick<RemovalRecord, 'at' | 'write_seq'>>;

/** Stores the id of a removed entry or type. */
export async function storeRemoval(db: ReleaseDb, id: string, removed: RemovedAt): Promise<void> {
  await rows(db, removals).updateOne({ _id: `${db.releaseId}/${id}` }, { $set: { id, ...removed } }, true);
}

/** Returns ids of everything that was removed from a release after a position. */
export async function removedSince(db: ReleaseDb, position: WritePosition): Promise<Set<string>> {
  return new Set((await removalTimes(db, position)).keys());
}

/** Returns the times of all removals from a release after a position, by the removed id. */
export async function removalTimes(db: ReleaseDb, { seq, at }: WritePosition): Promise<Map<string, Date>> {
  const unnumbered = { write_seq: { $exists: false }, at: { $gt: at } };
  const filter = seq === undefined ? { at: { $gt: at } } : { $or: [{ write_seq: { $gt: seq } }, unnumbered] };
  const found = await rows(db, removals).find(filter, { projection: { id: 1, at: 1 } });
  return new Map(found.map(({ id, at: removedAt }) => [id, removedAt]));
}

/** Deletes removals up to a write and a time. */
export async function deleteRemovals(db: ReleaseDb, { seq, at }: { seq: number; at: Date }): Promise<void> {
  const isCounted = [{ write_seq: { $exists: false } }, { write_seq: { $lte: seq } }];
  await rows(db, removals).deleteMany({ at: { $lte: at }, $or: isCounted });
}

export async function deleteReleaseRow(db: ProjectDb, id: string): Promise<void> {
  await rows(db, releases).deleteOne({ _id: id });
}

/** Releases whose promotion is due at or before `now`, for the check of due rows. */
export function duePromotionFilter(now: Date) {
  return { 'promotion.at': { $lte: now }, status: 'ready' as const };
}

/** Maximum promotions that one query returns. */
const duePageSize = 100;

/** A release with a date that has come. */
export interface DuePromotion {
  _id: string;
  project_id: string;
  promotion: PromotionDate;
}

/** Finds due promotions in all projects except of some releases, earliest date first. */
export function findDuePromotions(
  system: SystemDb,
  now: Date,
  exceptIds: readonly string[],
): Promise<DuePromotion[]> {
  return unscopedRows(system, releases)
    .find({ ...duePromotionFilter(now), _id: { $nin: [...exceptIds] } })
    .project<DuePromotion>({ project_id: 1, promotion: 1 })
    .sort({ 'promotion.at': 1 })
    .limit(duePageSize)
    .toArray();
}

/** Returns the project of a release, for the command line, which only has the release's id. */
export async function findProjectOfRelease(system: SystemDb, id: string): Promise<string | null> {
  const release = await unscopedRows(system, releases).findOne<{ project_id: string }>({ _id: id });
  return release?.project_id ?? null;
}

/** Returns the earliest promotion date after `now`, or null. */
export async function nextPromotion(db: ProjectDb, now: Date): Promise<Date | null> {
  const [first] = await rows(db, releases).find(
    { 'promotion.at': { $gt: now }, status: 'ready' },
    { sort: { 'promotion.at': 1 }, limit: 1, projection: { promotion: 1 } },
  );
  return first?.promotion?.at ?? null;
}

/** Finds clones and deletions without a running process, in all projects. */
export async function findAbandoned(
  system: SystemDb,
  before: Date,
): Promise<{ projectId: string; release: ReleaseRecord }[]> {
  const abandonedReleases = await unscopedRows(system, releases)
    .find<ReleaseRecord & { project_id: string }>({
      status: { $in: ['cloning', 'deleting'] },
      alive_at: { $lt: before },
    })
    .toArray();
  return abandonedReleases.map((release) => ({ projectId: release.project_id, release }));
}
