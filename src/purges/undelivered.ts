import {
  dropUndeliveredPurges,
  type UndeliveredPurge,
  findUndeliveredPurges,
} from '../deliveries/service.ts';
import type { QueueKey } from '../deliveries/schema.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { findTarget, moveTarget } from '../webhooks/service.ts';
import { earlierPosition } from './turns.ts';

/** Deliveries that are looked at in one step. */
const stepRows = 500;
/** How often a target's place is tried to be moved that others move meanwhile. */
const triesMax = 3;

/**
 * Puts targets back to before what did not reach them: deliveries that failed for good, were dropped, or are held since
 * their target is disabled. A purge is never given up; an enabled target gets all of it at once.
 */
export async function requeueUndelivered(system: SystemDb, now: Date): Promise<void> {
  const found = await findUndeliveredPurges(system, stepRows);
  const queues = new Map(
    found.map(({ project_id, endpoint_id }) => [endpoint_id, { project_id, endpoint_id }]),
  );
  for (const queue of queues.values()) {
    const rows = found.filter(({ endpoint_id }) => endpoint_id === queue.endpoint_id);
    if (await putBack(system, queue, rows))
      await dropUndeliveredPurges(system, queue, { ids: rows.map(({ _id }) => _id), now });
  }
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
