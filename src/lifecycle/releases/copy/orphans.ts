import { hourMs } from '../../../contract/time.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { isOwned, releaseRowCollections, ownerAfter, removeRows } from './copy-repository.ts';

/**
 * Removes rows whose release or project doesn't exist, or whose clone failed; killed processes leave such
 * rows. Reads one row per release, so the cost grows with releases, not rows.
 * @returns the releases whose rows were removed
 */
export async function removeOrphans(system: SystemDb): Promise<string[]> {
  const loop = projectLoop(system, 'releases.orphans', hourMs);
  const releaseIds = new Set<string>();
  for (const collection of releaseRowCollections) {
    for (let owner = await ownerAfter(system, collection, null); owner !== null;) {
      const { project_id: projectId, release_id: releaseId } = owner;
      const removeUnowned = async () => {
        if (await isOwned(system, { project_id: projectId, release_id: releaseId })) return;
        await removeRows(system.project(projectId), releaseId);
        releaseIds.add(releaseId);
      };
      await loop.run(projectId, removeUnowned, releaseId);
      owner = await ownerAfter(system, collection, owner);
    }
  }
  return [...releaseIds];
}
