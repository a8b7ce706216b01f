import {
  dropUndeliveredPurges,
  type UndeliveredPurge,
  findUndeliveredPurges,
} from '../../queue/purge-repository.ts';
import type { QueueKey } from '../../queue/schema.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { findTarget, moveTarget } from '../../webhooks/target-repository.ts';
import { earlierPosition } from './next-purge.ts';

const stepRows = 500;
export const sweepMs = 5_000;
/** Attempts to move a target's position while other processes move it too. */
const triesMax = 3;

type UndeliveredQueue = QueueKey & { rows: UndeliveredPurge[] };

const each = {
  projectOf: (queue: QueueKey) => queue.project_id,
  keyOf: (queue: QueueKey) => queue.endpoint_id,
};

/**
 * Moves targets back to before the deliveries that failed, were dropped, or are held because the target is disabled.
 * Purges are never given up: once enabled, a target gets all of them as one batch. A target whose position can't be
 * moved is skipped for a while, so that its rows don't fill every step.
 */
export async function requeueUndelivered(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'purges.requeue', sweepMs);
  for (;;) {
    const limits = { exceptEndpoints: loop.pausedKeys(), limit: stepRows };
    const queues = queuesOf(await findUndeliveredPurges(system, limits));
    const failedQueues = await loop.runRows(queues, each, async ({ rows, ...queue }) => {
      if (await rewindTarget(system, queue, rows))
        await dropUndeliveredPurges(system, queue, { ids: rows.map(({ _id }) => _id), now });
    });
    if (failedQueues.length === 0) return;
  }
}

function queuesOf(purges: readonly UndeliveredPurge[]): UndeliveredQueue[] {
  const queues = new Map<string, UndeliveredQueue>();
  for (const row of purges) {
    const { project_id, endpoint_id } = row;
    const queue = queues.get(endpoint_id) ?? { project_id, endpoint_id, rows: [] };
    queue.rows.push(row);
    queues.set(endpoint_id, queue);
  }
  return [...queues.values()];
}

/** Returns false if other processes moved the target at each attempt; a later round tries again. */
async function rewindTarget(
  system: SystemDb,
  { project_id, endpoint_id }: QueueKey,
  rows: readonly UndeliveredPurge[],
): Promise<boolean> {
  const db = system.project(project_id);
  const positions = rows.map(({ tells_after = null }) => tells_after);
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const target = await findTarget(db, endpoint_id);
    if (target === null) return true;
    const through = positions.reduce(earlierPosition, target.purge.through);
    if (await moveTarget(system, target, { through })) return true;
  }
  return false;
}
