import { deliveryId } from '../../../contract/ids.ts';
import { type EventRecord, tagsOfEvents } from '../../../projects/index.ts';
import { type NewDelivery, queueDeliveries } from '../../queue/service.ts';
import type { QueueKey } from '../../queue/schema.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { enabledEndpoints } from '../repository.ts';
import type { EndpointRecord } from '../schema.ts';
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
  const tags = await tagsFor(system, events, endpoints);
  const made = events.flatMap((event) =>
    endpoints
      .filter(
        (endpoint) => endpoint.project_id === event.project_id && isSubscribed(endpoint.events, event.name),
      )
      .map((endpoint) => deliveryOf(event, endpoint, tags)),
  );
  await queueDeliveries(system, made, { now, dueAt: now });
  const queues = made.map(({ endpoint_id, project_id }): [string, QueueKey] => [
    endpoint_id,
    { endpoint_id, project_id },
  ]);
  return [...new Map(queues).values()];
}

/** The cache tags of changes, by project and revision. */
type TagsOfChanges = ReadonlyMap<string, ReadonlyMap<number, string[]>>;

/** The tags of the changes that these events are of, as far as endpoints ask for them: most do not, and cost nothing. */
export async function tagsFor(
  system: SystemDb,
  events: readonly Pick<EventRecord, 'project_id' | 'project_revision'>[],
  endpoints: readonly EndpointRecord[],
): Promise<TagsOfChanges> {
  const asking = endpoints.filter(({ with_tags }) => with_tags === true);
  const projectIds = [...new Set(asking.map(({ project_id }) => project_id))];
  const found = projectIds.map(async (id) => {
    const revisions = events.filter(({ project_id }) => project_id === id).map((e) => e.project_revision);
    return [id, await tagsOfEvents(system.project(id), revisions)] as const;
  });
  return new Map(await Promise.all(found));
}

/**
 * A delivery as event and endpoint make it: the same bytes however often it is made. `tags` are in `data` of those
 * endpoints alone that ask for them (docs/webhooks.md).
 */
export function deliveryOf(
  event: Pick<EventRecord, '_id' | 'name' | 'created_at' | 'data' | 'project_revision'>,
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
  };
}
