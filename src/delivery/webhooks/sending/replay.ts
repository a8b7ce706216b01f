import { readDelivery, replayDelivery } from '../../queue/service.ts';
import { type WriteSource, writerOf, writeProject } from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { auditedEndpoint, endpointAction, recordEndpointAction } from '../audited.ts';
import { queueWork } from './queue-work.ts';
import { requestWork, findEndpoint } from '../repository.ts';

/**
 * Sends one delivery again with its id and body, or holds it until its endpoint is enabled.
 * Returns false if there is no such delivery.
 */
export async function replayOne(db: ProjectDb, deliveryId: string, by: WriteSource): Promise<boolean> {
  const delivery = await readDelivery(db, deliveryId);
  const endpoint = delivery === null ? null : await findEndpoint(db, delivery.endpoint_id);
  if (endpoint === null) return false;
  await recordEndpointAction(db, { action: endpointAction(endpoint, 'replayed'), endpoint, by });
  return replayDelivery(db, deliveryId, { now: by.now, held: !endpoint.enabled });
}

/**
 * Sends an endpoint all subscribed events since a time again, including those it missed while it was disabled
 * (specification: disabled-endpoints). Returns the number of deliveries queued so far and whether all are queued, or
 * null if there is no such endpoint.
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
  const { replayed: queued } = await queueWork(db.system).settle(queue, by.now);
  const after = await findEndpoint(db, endpointId);
  return { queued, isDone: after?.replay === undefined };
}
