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

/** Deliveries that are looked at in one step. */
const stepRows = 500;
/** Time between two rounds. */
export const sweepMs = 5_000;
/** How often a target's place is tried to be moved that others move meanwhile. */
const triesMax = 3;

/** The undelivered purges of one target. */
type UndeliveredQueue = QueueKey & { rows: UndeliveredPurge[] };

const each = {
  projectOf: (queue: QueueKey) => queue.project_id,
  keyOf: (queue: QueueKey) => queue.endpoint_id,
};

/**
 * Puts targets back to before what did not reach them: deliveries that failed for good, were dropped, or are held since
 * their target is disabled. A purge is never given up; an enabled target gets all of it at once. A target that cannot be
 * put back is omitted for a while, so that its rows do not fill every step.
 */
export async function requeueUndelivered(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'purges.requeue', sweepMs);
  for (;;) {
    const limits = { exceptEndpoints: loop.pausedKeys(), limit: stepRows };
    const queues = queuesOf(await findUndeliveredPurges(system, limits));
    const failed = await loop.runRows(queues, each, async ({ rows, ...queue }) => {
      if (await putBack(system, queue, rows))
        await dropUndeliveredPurges(system, queue, { ids: rows.map(({ _id }) => _id), now });
    });
    if (failed.length === 0) return;
  }
}

function queuesOf(found: readonly UndeliveredPurge[]): UndeliveredQueue[] {
  const queues = new Map<string, UndeliveredQueue>();
  for (const row of found) {
    const { project_id, endpoint_id } = row;
    const queue = queues.get(endpoint_id) ?? { project_id, endpoint_id, rows: [] };
    queue.rows.push(row);
    queues.set(endpoint_id, queue);
  }
  return [...queues.values()];
}

/** Answers false when others move the target at this very moment; then it is done later. */
async function putBack(
  system: SystemDb,
  { project_id, endpoint_id }: QueueKey,
  rows: readonly UndeliveredPurge[],
): Promise<boolean> {
  const db = system.project(project_id);
  const places = rows.map(({ tells_after = null }) => tells_after);
  for (let tried = 0; tried < triesMax; tried += 1) {
    const target = await findTarget(db, endpoint_id);
    if (target === null) return true;
    const through = places.reduce(earlierPosition, target.purge.through);
    if (await moveTarget(system, target, { through })) return true;
  }
  return false;
}
