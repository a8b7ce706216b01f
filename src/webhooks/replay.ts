import { replayDeliveries, replayDelivery } from '../deliveries/service.ts';
import { readDelivery } from '../deliveries/service.ts';
import { eventsFrom } from '../events/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { deliveryOf } from './fan-out.ts';
import { findEndpoint } from './repository.ts';
import { isSubscribed } from './subscriptions.ts';

/** Events that are read and queued again in one step. */
const stepEvents = 200;

/**
 * Sends one delivery again, with its id and its bytes; while its endpoint is disabled it waits for that.
 * Answers whether there is such a delivery.
 */
export async function replayOne(db: ProjectDb, deliveryId: string, now: Date): Promise<boolean> {
  const delivery = await readDelivery(db, deliveryId);
  const endpoint = delivery === null ? null : await findEndpoint(db, delivery.endpoint_id);
  if (endpoint === null) return false;
  return replayDelivery(db, deliveryId, { now, held: !endpoint.enabled });
}

/**
 * Sends an endpoint everything again that it asks for and that happened since a moment, from the event log: what it
 * had and what it missed while it was disabled (contract, section 11). Answers how many deliveries, or null when
 * there is no such endpoint.
 */
export async function replaySince(
  db: ProjectDb,
  endpointId: string,
  { since, now }: { since: Date; now: Date },
): Promise<number | null> {
  const endpoint = await findEndpoint(db, endpointId);
  if (endpoint === null) return null;
  let count = 0;
  for (let afterId: string | null = null; ;) {
    const step = await eventsFrom(db, { since, afterId }, stepEvents);
    const wanted = step.filter((event) => isSubscribed(endpoint.events, event.name));
    const made = wanted.map((event) => deliveryOf(event, endpoint));
    await replayDeliveries(db.system, made, { now, held: !endpoint.enabled });
    count += made.length;
    const last = step.at(-1);
    if (last === undefined || step.length < stepEvents) return count;
    afterId = last._id;
  }
}
