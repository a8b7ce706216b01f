import type { SystemDb } from '../platform/mongo/handle.ts';
import { isOwned, ownedCollections, ownerAfter, removeRows } from './copy-repository.ts';

/**
 * Removes rows whose release or project is not there, or whose copy failed: a process that was killed while it copied
 * or removed them leaves such. Looks at one row of each release, so that it costs the releases, not the rows.
 * @returns the releases whose rows were removed
 */
export async function removeOrphans(system: SystemDb): Promise<string[]> {
  const removed = new Set<string>();
  for (const collection of ownedCollections) {
    for (let owner = await ownerAfter(system, collection, null); owner !== null;) {
      if (!(await isOwned(system, owner))) {
        await removeRows(system.project(owner.project_id), owner.release_id);
        removed.add(owner.release_id);
      }
      owner = await ownerAfter(system, collection, owner);
    }
  }
  return [...removed];
}
