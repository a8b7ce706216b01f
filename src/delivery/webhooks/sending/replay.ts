import { readDelivery, replayDelivery } from '../../queue/service.ts';
import { type WriteSource, writerOf, writeProject } from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { auditedEndpoint, endpointAction, noteOnEndpoint } from '../audited.ts';
import { queueWork } from './queue-work.ts';
import { requestWork, findEndpoint } from '../repository.ts';

/**
 * Sends one delivery again, with its id and its bytes; while its endpoint is disabled it waits for that.
 * Answers whether there is such a delivery.
 */
export async function replayOne(db: ProjectDb, deliveryId: string, by: WriteSource): Promise<boolean> {
  const delivery = await readDelivery(db, deliveryId);
  const endpoint = delivery === null ? null : await findEndpoint(db, delivery.endpoint_id);
  if (endpoint === null) return false;
  await noteOnEndpoint(db, { action: endpointAction(endpoint, 'replayed'), endpoint, by });
  return replayDelivery(db, deliveryId, { now: by.now, held: !endpoint.enabled });
}

/**
 * Sends an endpoint everything again that it asks for and that happened since a moment, from the event log: what it
 * had and what it missed while it was disabled (specification: disabled-endpoints). Answers how many deliveries were queued so far,
 * and whether there are more to come; null when there is no such endpoint.
 */
export async function replaySince(
  db: ProjectDb,
  endpointId: string,
  { since, by }: { since: Date; by: WriteSource },
): Promise<{ queued: number; isDone: boolean } | null> {
  const before = await findEndpoint(db, endpointId);
  if (before === null) return null;
  const from = before.replay !== undefined && before.replay.since < since ? before.replay.since : since;
  const replay = { since: from, until: by.now, after_id: null };
  const endpoint = await writeProject(writerOf(db, by), async (tx) => {
    const updatedEndpoint = await requestWork(tx.db, endpointId, { replay });
    if (updatedEndpoint === null) return tx.unchanged(null);
    const subject = auditedEndpoint(updatedEndpoint);
    return tx.stored({ action: endpointAction(updatedEndpoint, 'replayed'), subject }, updatedEndpoint);
  });
  if (endpoint === null) return null;
  const queue = { project_id: db.projectId, endpoint_id: endpointId };
  const { replayed } = await queueWork(db.system).settle(queue, by.now);
  const after = await findEndpoint(db, endpointId);
  return { queued: replayed, isDone: after?.replay === undefined };
}
