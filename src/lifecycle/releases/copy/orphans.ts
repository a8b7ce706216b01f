import { hourMs } from '../../../contract/time.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { isOwned, ownedCollections, ownerAfter, removeRows } from './copy-repository.ts';

/**
 * Removes rows whose release or project is not there, or whose copy failed: a process that was killed while it copied
 * or removed them leaves such. Looks at one row of each release, so that it costs the releases, not the rows.
 * @returns the releases whose rows were removed
 */
export async function removeOrphans(system: SystemDb): Promise<string[]> {
  const loop = projectLoop(system, 'releases.orphans', hourMs);
  const removed = new Set<string>();
  for (const collection of ownedCollections) {
    for (let owner = await ownerAfter(system, collection, null); owner !== null;) {
      const { project_id: projectId, release_id: releaseId } = owner;
      const removeUnowned = async () => {
        if (await isOwned(system, { project_id: projectId, release_id: releaseId })) return;
        await removeRows(system.project(projectId), releaseId);
        removed.add(releaseId);
      };
      await loop.run(projectId, removeUnowned, releaseId);
      owner = await ownerAfter(system, collection, owner);
    }
  }
  return [...removed];
}
