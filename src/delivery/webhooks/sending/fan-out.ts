import { deliveryId } from '../../../contract/ids.ts';
import { type EventRecord, tagsOfEvents } from '../../../projects/index.ts';
import { type NewDelivery, queueDeliveries } from '../../queue/service.ts';
import type { QueueKey } from '../../queue/schema.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { enabledEndpoints } from '../repository.ts';
import type { EndpointRecord } from '../schema.ts';
import { isSubscribed } from './subscriptions.ts';

/**
 * Queues one delivery for each enabled endpoint that subscribes to an event. Running it again has no effect, because
 * event and endpoint determine the delivery's id (specification: subscriptions).
 * @returns the endpoints with new deliveries
 */
export async function fanOut(
  system: SystemDb,
  events: readonly EventRecord[],
  now: Date,
): Promise<QueueKey[]> {
  const projectIds = [...new Set(events.map((event) => event.project_id))];
  const endpoints = await enabledEndpoints(system, projectIds);
  const tags = await tagsFor(system, events, endpoints);
  const newDeliveries = events.flatMap((event) =>
    endpoints
      .filter(
        (endpoint) => endpoint.project_id === event.project_id && isSubscribed(endpoint.events, event.name),
      )
      .map((endpoint) => deliveryOf(event, endpoint, tags)),
  );
  await queueDeliveries(system, newDeliveries, { now, dueAt: now });
  const queues = newDeliveries.map(({ endpoint_id, project_id }): [string, QueueKey] => [
    endpoint_id,
    { endpoint_id, project_id },
  ]);
  return [...new Map(queues).values()];
}

/** The cache tags of changes, by project and revision. */
type TagsOfChanges = ReadonlyMap<string, ReadonlyMap<number, string[]>>;

/** Reads the tags of the events' changes, only for projects with an endpoint that wants them. */
export async function tagsFor(
  system: SystemDb,
  events: readonly Pick<EventRecord, 'project_id' | 'project_revision'>[],
  endpoints: readonly EndpointRecord[],
): Promise<TagsOfChanges> {
  const taggedEndpoints = endpoints.filter(({ with_tags }) => with_tags === true);
  const projectIds = [...new Set(taggedEndpoints.map(({ project_id }) => project_id))];
  const tagsByProject = projectIds.map(async (id) => {
    const revisions = events
      .filter(({ project_id }) => project_id === id)
      .map((event) => event.project_revision);
    return [id, await tagsOfEvents(system.project(id), revisions)] as const;
  });
  return new Map(await Promise.all(tagsByProject));
}

/**
 * Builds the delivery of an event to an endpoint, always with identical bytes. Only endpoints with `with_tags` get
 * `data.tags` (docs/build/webhooks.md).
 */
export function deliveryOf(
  event: Pick<EventRecord, '_id' | 'name' | 'created_at' | 'data' | 'project_revision' | 'request_id'>,
  { _id, project_id, with_tags: withTags }: Pick<EndpointRecord, '_id' | 'project_id' | 'with_tags'>,
  tagsOf: TagsOfChanges,
): NewDelivery {
  const id = deliveryId(event._id, _id);
  const tags = tagsOf.get(project_id)?.get(event.project_revision) ?? [];
  const data = withTags === true ? { ...event.data, tags } : event.data;
  const body = { id, event: event.name, created_at: event.created_at.toISOString(), data };
  return {
    id,
    eventId: event._id,
    event: event.name,
    body: JSON.stringify(body),
    sequence: event.project_revision,
    project_id,
    endpoint_id: _id,
    ...(event.request_id === undefined ? {} : { headers: { 'X-Service-Request': event.request_id } }),
  };
}
