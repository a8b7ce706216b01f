import { hourMs } from '../../contract/time.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import { inSnapshot, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { findTrashedItems, restorableReleaseIds } from '../../lifecycle/index.ts';
import { findRestoreTests } from '../../projects/index.ts';
import { deleteThreadsOf, existingItems, itemsWithThreads, projectsWithThreads } from './repository.ts';

const batchSize = 500;

/**
 * Deletes the threads of items that were removed for good: from the trash, with their content type or with their
 * release. An entry has one set of threads in all releases, so no single removal can decide that it was the last one.
 * Restore tests of backups keep their threads.
 */
export async function sweepThreads(system: SystemDb, stopping?: AbortSignal): Promise<void> {
  const loop = projectLoop(system, 'comments.sweep', hourMs);
  const projectIds = await projectsWithThreads(system);
  const restoreTests = new Set(await findRestoreTests(system));
  for (const projectId of projectIds) {
    if (stopping?.aborted === true) return;
    if (restoreTests.has(projectId)) continue;
    await loop.run(projectId, () => sweepProject(system.project(projectId), stopping));
  }
}

async function sweepProject(db: ProjectDb, stopping?: AbortSignal): Promise<void> {
  let after = '';
  while (stopping?.aborted !== true) {
    const items = await itemsWithThreads(db, after, batchSize);
    const last = items.at(-1);
    if (last === undefined) return;
    const remainingIds = await remainingItems(db, items);
    const orphanIds = items.filter((item) => !remainingIds.has(item));
    if (orphanIds.length > 0) await deleteThreadsOf(db, orphanIds);
    after = last;
  }
}

/** The items that exist or can be restored. One snapshot, so that none moves to or from the trash meanwhile. */
function remainingItems(db: ProjectDb, items: readonly string[]): Promise<ReadonlySet<string>> {
  return inSnapshot(db.system, null, async (session) => {
    const moment = db.within(session);
    const releases = await restorableReleaseIds(moment);
    const existingIds = await existingItems(moment, releases, items);
    return new Set([...existingIds, ...(await findTrashedItems(moment, releases, items))]);
  });
}
