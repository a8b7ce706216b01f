import { deliveryId, newId } from '../../../contract/ids.ts';
import type { WriteSource } from '../../../projects/index.ts';
import type { Attempt } from '../../queue/schema.ts';
import { recordTest } from '../../queue/service.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { Sending } from '../../../core/outbound/index.ts';
import { recordEndpointAction } from '../audited.ts';
import { findEndpoint } from '../repository.ts';
import { sendOnce } from './request.ts';

/** Test events need no subscription. */
const testEvent = 'webhook.test';

/**
 * Sends one test event to an enabled or disabled endpoint and returns the attempt, or null if there is no such
 * endpoint. The history lists the test, but a failure doesn't count.
 */
export async function sendTest(
  deps: Sending,
  endpointId: string,
  { db, by }: { db: ProjectDb; by: WriteSource },
): Promise<Attempt | null> {
  const endpoint = await findEndpoint(db, endpointId);
  if (endpoint === null) return null;
  await recordEndpointAction(db, { action: 'webhook.tested', endpoint, by });
  const now = deps.clock.now();
  const eventId = newId('event', now);
  const id = deliveryId(eventId, endpointId);
  const data = { endpoint_id: endpointId, message: 'This is a test. No content changed.' };
  const body = JSON.stringify({ id, event: testEvent, created_at: now.toISOString(), data });
  const attempt = await sendOnce(deps, endpoint, { _id: id, body });
  const queue = { project_id: db.projectId, endpoint_id: endpointId };
  await recordTest(
    db.system,
    { id, eventId, event: testEvent, body, sequence: 0, ...queue },
    { now, attempt },
  );
  return attempt;
}
