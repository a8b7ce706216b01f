import { hourMs, minuteMs } from '../../contract/time.ts';
import { inTransaction, type SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { TrashKind } from '../../core/context/index.ts';
import { countUnexpired, expireOldest, findExpired, findLargeTrash, type OwnedTrash } from './repository.ts';
import { removeForGood } from './remove.ts';

const batchSize = 100;

/**
 * Removes items whose time in the trash is over, in all projects (specification: trash). Processes can run it
 * at the same time. An item that can't be removed stays until the next sweep and doesn't stop the others.
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
    const expiredRows = await findExpired(system, now, { except: failedIds, limit: batchSize });
    const failedRows = await loop.runRows(expiredRows, each, ({ project_id: projectId, ...row }) =>
      inTransaction(system, { dryRun: false }, (session) =>
        removeForGood(system.project(projectId).within(session), row, kinds),
      ),
    );
    failedIds.push(...failedRows.map(({ _id }) => _id));
    if (expiredRows.length < batchSize) return;
  }
}

/** Expires the oldest items of projects that have more than `max`; the next sweep removes them. */
export async function trimTrash(system: SystemDb, max: number, now: Date): Promise<void> {
  const loop = projectLoop(system, 'trash.trim', hourMs);
  for (const { projectId, count } of await findLargeTrash(system, max))
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
