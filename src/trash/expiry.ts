import type { SystemDb } from '../platform/mongo/handle.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import type { TrashKind } from '../platform/trash.ts';
import { findExpired } from './repository.ts';
import { removeForGood } from './remove.ts';

const batchSize = 100;

/** Removes for good what was deleted 30 days ago, of all projects (specification: trash). May run twice at a time. */
export async function sweepTrash(
  system: SystemDb,
  kinds: readonly TrashKind[],
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  while (stopping?.aborted !== true) {
    const expired = await findExpired(system, now, batchSize);
    for (const { project_id: projectId, ...row } of expired) {
      await inTransaction(system, { dryRun: false }, async (session) => {
        await removeForGood(system.project(projectId).within(session), row, kinds);
      });
    }
    if (expired.length < batchSize) return;
  }
}
