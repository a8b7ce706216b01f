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
import type { ReleaseRecord, RemovalRecord } from './schema.ts';
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

/** Returns a release unless it is being deleted. */
export function findRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id, status: { $ne: 'deleting' } });
}

export function findReleases(db: ProjectDb): Promise<ReleaseRecord[]> {
  return rows(db, releases).find({ status: { $ne: 'deleting' } }, { sort: { _id: 1 } });
}

export function countReleases(db: ProjectDb, max: number): Promise<number> {
  return rows(db, releases).count({ status: { $ne: 'deleting' } }, max);
}

export function insertRelease(db: ProjectDb, record: ReleaseRecord): Promise<void> {
  return rows(db, releases).insertOne(record);
}

/** @returns false if the release doesn't exist */
export function updateRelease(db: ProjectDb, id: string, set: Partial<ReleaseRecord>): Promise<boolean> {
  return rows(db, releases).updateOne({ _id: id }, { $set: set });
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
export async function removedSince(db: ReleaseDb, { seq, at }: WritePosition): Promise<Set<string>> {
  const unnumbered = { write_seq: { $exists: false }, at: { $gt: at } };
  const filter = seq === undefined ? { at: { $gt: at } } : { $or: [{ write_seq: { $gt: seq } }, unnumbered] };
  return new Set((await rows(db, removals).find(filter, { projection: { id: 1 } })).map(({ id }) => id));
}

/** Deletes removals up to a write and a time. */
export async function deleteRemovals(db: ReleaseDb, { seq, at }: { seq: number; at: Date }): Promise<void> {
  const isCounted = [{ write_seq: { $exists: false } }, { write_seq: { $lte: seq } }];
  await rows(db, removals).deleteMany({ at: { $lte: at }, $or: isCounted });
}

export async function deleteReleaseRow(db: ProjectDb, id: string): Promise<void> {
  await rows(db, releases).deleteOne({ _id: id });
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
