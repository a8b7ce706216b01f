import { deliveryId } from '../contract/ids.ts';
import type { EventRecord } from '../events/schema.ts';
import type { NewDelivery } from '../deliveries/service.ts';
import { queueDeliveries } from '../deliveries/service.ts';
import type { QueueKey } from '../deliveries/schema.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { enabledEndpoints } from './repository.ts';
import type { EndpointRecord } from './schema.ts';
import { isSubscribed } from './subscriptions.ts';

/**
 * Queues one delivery for each enabled endpoint that asked for an event. May run any number of times for the same
 * events: deliveries have the id that event and endpoint give them (specification: subscriptions).
 * @returns the endpoints that have something to send now.
 */
export async function fanOut(
  system: SystemDb,
  events: readonly EventRecord[],
  now: Date,
): Promise<QueueKey[]> {
  const projectIds = [...new Set(events.map((event) => event.project_id))];
  const endpoints = await enabledEndpoints(system, projectIds);
  const made = events.flatMap((event) =>
    endpoints
      .filter(
        (endpoint) => endpoint.project_id === event.project_id && isSubscribed(endpoint.events, event.name),
      )
      .map((endpoint) => deliveryOf(event, endpoint)),
  );
  await queueDeliveries(system, made, { now, dueAt: now });
  const queues = made.map(({ endpoint_id, project_id }): [string, QueueKey] => [
    endpoint_id,
    { endpoint_id, project_id },
  ]);
  return [...new Map(queues).values()];
}

/** A delivery as event and endpoint make it: the same bytes however often it is made. */
export function deliveryOf(
  event: Pick<EventRecord, '_id' | 'name' | 'created_at' | 'data' | 'project_revision'>,
  { _id, project_id }: Pick<EndpointRecord, '_id' | 'project_id'>,
): NewDelivery {
  const id = deliveryId(event._id, _id);
  const body = { id, event: event.name, created_at: event.created_at.toISOString(), data: event.data };
  return {
    id,
    eventId: event._id,
    event: event.name,
    body: JSON.stringify(body),
    sequence: event.project_revision,
    project_id,
    endpoint_id: _id,
  };
}
