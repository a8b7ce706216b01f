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

/** What was removed from a release, for the comparison with another one: the row itself is gone. */
export const removals = releaseCollection<RemovalRecord>('release_removals', [
  { key: { project_id: 1, release_id: 1, write_seq: 1 } },
]);

/** A release that readers may name. */
export function findRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id, status: { $ne: 'deleting' } });
}

/** All releases of the project, oldest first. */
export function findReleases(db: ProjectDb): Promise<ReleaseRecord[]> {
  return rows(db, releases).find({ status: { $ne: 'deleting' } }, { sort: { _id: 1 } });
}

export function countReleases(db: ProjectDb, most: number): Promise<number> {
  return rows(db, releases).count({ status: { $ne: 'deleting' } }, most);
}

export function insertRelease(db: ProjectDb, record: ReleaseRecord): Promise<void> {
  return rows(db, releases).insertOne(record);
}

/** Answers false when the release is gone. */
export function updateRelease(db: ProjectDb, id: string, set: Partial<ReleaseRecord>): Promise<boolean> {
  return rows(db, releases).updateOne({ _id: id }, { $set: set });
}

/** Answers false when the clone is not wanted any more. */
export function updateClone(db: ProjectDb, id: string, set: Partial<ReleaseRecord>): Promise<boolean> {
  return rows(db, releases).updateOne({ _id: id, status: 'cloning' }, { $set: set });
}

/** Adds to the count of a release's entries, or takes from it. */
export async function addToCount(db: ReleaseDb, by: number): Promise<void> {
  await rows(db, releases).updateOne({ _id: db.releaseId }, { $inc: { entry_count: by } });
}

/** When something was removed, and by which write of the project. */
export type RemovedAt = Required<Pick<RemovalRecord, 'at' | 'write_seq'>>;

/** Keeps the id of an entry or type that is removed. */
export async function noteRemoval(db: ReleaseDb, id: string, removed: RemovedAt): Promise<void> {
  await rows(db, removals).updateOne({ _id: `${db.releaseId}/${id}` }, { $set: { id, ...removed } }, true);
}

/** Ids of what was removed from a release after a moment. */
export async function removedSince(db: ReleaseDb, { seq, at }: WritePosition): Promise<Set<string>> {
  const unnumbered = { write_seq: { $exists: false }, at: { $gt: at } };
  const filter = seq === undefined ? { at: { $gt: at } } : { $or: [{ write_seq: { $gt: seq } }, unnumbered] };
  return new Set((await rows(db, removals).find(filter, { projection: { id: 1 } })).map(({ id }) => id));
}

/** Deletes removals that happened up to a write and a moment. */
export async function deleteRemovals(db: ReleaseDb, { seq, at }: { seq: number; at: Date }): Promise<void> {
  const isCounted = [{ write_seq: { $exists: false } }, { write_seq: { $lte: seq } }];
  await rows(db, removals).deleteMany({ at: { $lte: at }, $or: isCounted });
}

export async function forgetRelease(db: ProjectDb, id: string): Promise<void> {
  await rows(db, releases).deleteOne({ _id: id });
}

/** Clones and deletions without a working process, over all projects. */
export async function findAbandoned(
  system: SystemDb,
  before: Date,
): Promise<{ projectId: string; release: ReleaseRecord }[]> {
  const found = await unscopedRows(system, releases)
    .find<ReleaseRecord & { project_id: string }>({
      status: { $in: ['cloning', 'deleting'] },
      alive_at: { $lt: before },
    })
    .toArray();
  return found.map((release) => ({ projectId: release.project_id, release }));
}
