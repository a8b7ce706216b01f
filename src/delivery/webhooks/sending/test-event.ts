import { deliveryId, newId } from '../../../contract/ids.ts';
import type { Acting } from '../../../projects/index.ts';
import type { Attempt } from '../../queue/schema.ts';
import { recordTest } from '../../queue/service.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { Sending } from '../../../core/outbound/index.ts';
import { noteOnEndpoint } from '../audited.ts';
import { findEndpoint } from '../repository.ts';
import { sendOnce } from './request.ts';

/** The name under which a test arrives; no subscription is needed for it. */
const testEvent = 'webhook.test';

/**
 * Sends an endpoint a test event at once, enabled or not, and answers what came of it; null when there is no such
 * endpoint. It is tried once, stands in the history, and counts for nothing.
 */
export async function sendTest(
  deps: Sending,
  endpointId: string,
  { db, by }: { db: ProjectDb; by: Acting },
): Promise<Attempt | null> {
  const endpoint = await findEndpoint(db, endpointId);
  if (endpoint === null) return null;
  await noteOnEndpoint(db, { action: 'webhook.tested', endpoint, by });
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
