import type { SystemDb } from '../platform/mongo/handle.ts';
import { removeRows, rowCollections } from './copy.ts';

interface Owner {
  project_id: string;
  release_id: string;
}

/**
 * Removes rows whose release or project is not there, or whose copy failed: a process that was killed while it copied
 * or removed them leaves such. Looks at one row of each release, so that it costs the releases, not the rows.
 * @returns the releases whose rows were removed
 */
export async function removeOrphans(system: SystemDb): Promise<string[]> {
  const removed = new Set<string>();
  for (const name of rowCollections) {
    for (let owner = await ownerAfter(system, name, null); owner !== null;) {
      if (!(await isOwned(system, owner))) {
        await removeRows(system.project(owner.project_id), owner.release_id);
        removed.add(owner.release_id);
      }
      owner = await ownerAfter(system, name, owner);
    }
  }
  return [...removed];
}

/** The release of the first row after those of another one, by the index that begins with both keys. */
async function ownerAfter(system: SystemDb, name: string, after: Owner | null): Promise<Owner | null> {
  const later =
    after === null
      ? {}
      : {
          $or: [
            { project_id: after.project_id, release_id: { $gt: after.release_id } },
            { project_id: { $gt: after.project_id } },
          ],
        };
  return system.db.collection<Owner>(name).findOne(later, {
    projection: { _id: 0, project_id: 1, release_id: 1 },
    sort: { project_id: 1, release_id: 1 },
    maxTimeMS: 2_000,
  });
}

/** A release is stored before its rows are, so one that is not there now does not come. */
async function isOwned(system: SystemDb, { project_id, release_id }: Owner): Promise<boolean> {
  const release = await system.db
    .collection<{ _id: string }>('releases')
    .findOne({ _id: release_id, project_id, status: { $ne: 'failed' } }, { projection: { _id: 1 } });
  if (release === null) return false;
  const project = await system.db
    .collection<{ _id: string }>('projects')
    .findOne({ _id: project_id }, { projection: { _id: 1 } });
  return project !== null;
}
