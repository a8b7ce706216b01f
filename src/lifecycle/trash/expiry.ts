import { hourMs, minuteMs } from '../../contract/time.ts';
import { inTransaction, type SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { TrashKind } from '../../core/context/index.ts';
import { findRestoreTests } from '../../projects/index.ts';
import {
  countUnexpired,
  expireEntriesOf,
  expireOldest,
  expireOldestFiles,
  findExpired,
  findLargeFileTrash,
  findLargeTrash,
  findTypeDeletions,
  listEntriesWithoutType,
  type OwnedTrash,
  typeDeletionsIn,
} from './repository.ts';
import { removeRow } from './remove.ts';

const batchSize = 100;

/**
 * Removes items whose time in the trash is over, in all projects (specification: trash). Processes can run it
 * at the same time. An item that can't be removed stays until the next sweep and doesn't stop the others. Restore
 * tests of backups keep their items, because their rows are compared with the backup.
 */
export async function sweepTrash(
  system: SystemDb,
  kinds: readonly TrashKind[],
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  const loop = projectLoop(system, 'trash.sweep', 10 * minuteMs);
  const each = { projectOf: (row: OwnedTrash) => row.project_id, keyOf: (row: OwnedTrash) => row._id };
  const failedIds: string[] = [];
  while (stopping?.aborted !== true) {
    const exceptProjects = await findRestoreTests(system);
    const expiredRows = await findExpired(system, now, {
      exceptProjects,
      except: failedIds,
      limit: batchSize,
    });
    const failedRows = await loop.runRows(expiredRows, each, async ({ project_id: projectId, ...row }) => {
      const db = system.project(projectId);
      await expireEntriesOf(db, typeDeletionsIn([row]), now);
      await inTransaction(system, { dryRun: false }, (session) => removeRow(db.within(session), row, kinds));
    });
    failedIds.push(...failedRows.map(({ _id }) => _id));
    if (expiredRows.length < batchSize) break;
  }
  await listRemainingEntries(system);
}

/** Entries that a job did not restore with their type are listed on their own. */
async function listRemainingEntries(system: SystemDb): Promise<void> {
  const loop = projectLoop(system, 'trash.entries', 10 * minuteMs);
  for (const { projectId, trashId } of await findTypeDeletions(system))
    await loop.run(projectId, () => listEntriesWithoutType(system.project(projectId), trashId), trashId);
}

/** Expires the oldest files of projects whose files in the trash have more bytes than `max`. */
export async function trimTrashFiles(system: SystemDb, max: number, now: Date): Promise<void> {
  const loop = projectLoop(system, 'trash.files', hourMs);
  for (const projectId of await findLargeFileTrash(system, max))
    await loop.run(projectId, () => expireOldestFiles(system.project(projectId), now, max));
}

/** Expires the oldest items of projects that have more than `max`; the next sweep removes them. Skips restore tests. */
export async function trimTrash(system: SystemDb, max: number, now: Date): Promise<void> {
  const loop = projectLoop(system, 'trash.trim', hourMs);
  const large = await findLargeTrash(system, max);
  const restoreTests = new Set(await findRestoreTests(system));
  for (const { projectId, count } of large.filter((one) => !restoreTests.has(one.projectId)))
    await loop.run(projectId, async () => {
      const db = system.project(projectId);
      let surplus = (await countUnexpired(db, now, count)) - max;
      while (surplus > 0) {
        const expiredCount = await expireOldest(db, now, surplus);
        if (expiredCount === 0) return;
        surplus -= expiredCount;
      }
    });
}
