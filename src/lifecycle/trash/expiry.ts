import { minuteMs } from '../../contract/time.ts';
import { inTransaction, type SystemDb } from '../../core/mongo/index.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { TrashKind } from '../../core/context/index.ts';
import { findExpired, type OwnedTrash } from './repository.ts';
import { removeForGood } from './remove.ts';

const batchSize = 100;

/**
 * Removes for good what was deleted 30 days ago, of all projects (specification: trash). May run twice at a time. An
 * item that cannot be removed stays for the next sweep and stops none behind it.
 */
export async function sweepTrash(
  system: SystemDb,
  kinds: readonly TrashKind[],
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  const loop = projectLoop(system, 'trash.sweep', 10 * minuteMs);
  const each = { projectOf: (row: OwnedTrash) => row.project_id, keyOf: (row: OwnedTrash) => row._id };
  const left: string[] = [];
  while (stopping?.aborted !== true) {
    const expired = await findExpired(system, now, { except: left, limit: batchSize });
    const failed = await loop.runRows(expired, each, ({ project_id: projectId, ...row }) =>
      inTransaction(system, { dryRun: false }, (session) =>
        removeForGood(system.project(projectId).within(session), row, kinds),
      ),
    );
    left.push(...failed.map(({ _id }) => _id));
    if (expired.length < batchSize) return;
  }
}
