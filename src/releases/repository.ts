import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import type { ReleaseRecord } from './schema.ts';

export const releases = projectCollection<ReleaseRecord>('releases', [
  { key: { project_id: 1, _id: 1 } },
  {
    key: { status: 1, alive_at: 1 },
    name: 'unfinished',
    partialFilterExpression: { status: { $in: ['cloning', 'deleting'] } },
  },
]);

/** A release that readers may know of. */
export function findRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id, status: { $ne: 'deleting' } });
}

/** All releases of the project, oldest first. */
export function findReleases(db: ProjectDb): Promise<ReleaseRecord[]> {
  return rows(db, releases).find({ status: { $ne: 'deleting' } }, { sort: { _id: 1 } });
}

export function insertRelease(db: ProjectDb, record: ReleaseRecord): Promise<void> {
  return rows(db, releases).insertOne(record);
}

/** Answers false when the release is gone. */
export function updateRelease(db: ProjectDb, id: string, set: Partial<ReleaseRecord>): Promise<boolean> {
  return rows(db, releases).updateOne({ _id: id }, { $set: set });
}

/** Keeps the count of a release's entries with the writes that change it. */
export async function countEntry(db: ProjectDb, releaseId: string, by: 1 | -1): Promise<void> {
  await rows(db, releases).updateOne({ _id: releaseId }, { $inc: { entry_count: by } });
}

export async function forgetRelease(db: ProjectDb, id: string): Promise<void> {
  await rows(db, releases).deleteOne({ _id: id });
}

/** Clones and deletions that nobody works on any more, over all projects. */
export async function findAbandoned(
  system: SystemDb,
  before: Date,
): Promise<{ projectId: string; release: ReleaseRecord }[]> {
  const found = await allRows(system, releases)
    .find<ReleaseRecord & { project_id: string }>({
      status: { $in: ['cloning', 'deleting'] },
      alive_at: { $lt: before },
    })
    .toArray();
  return found.map((release) => ({ projectId: release.project_id, release }));
}
