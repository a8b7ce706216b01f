import { deliveryId } from '../../../src/contract/ids.ts';
import { defaultProjectLimits } from '../../../src/contract/limits.ts';
import type { DeliveryRecord } from '../../../src/delivery/queue/schema.ts';
import type { EventRecord } from '../../../src/projects/events/schema.ts';
import type { App } from '../../../src/server/app.ts';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import type { Received } from '../../support/receiver.ts';
import { tester } from '../../support/actor.ts';
import { databaseOf } from '../../support/database.ts';

/** Some tests ask for more endpoints than a project has by default. */
const bounds = { perProject: { ...defaultProjectLimits, webhook_endpoints_per_project_max: 1_000 } };

/** Makes an endpoint of a project; answers its id. */
export async function newEndpoint(app: App, projectId: string, url: string): Promise<string> {
  const by = { now: app.clock.now(), actor: tester, box: app.box, bounds };
  const { endpoint } = await createEndpoint(app.system.project(projectId), { url, events: ['*'] }, by);
  return endpoint.id;
}

/** A project's stored events, in the order of the changes. */
export function eventsOf({ system }: App, projectId: string): Promise<EventRecord[]> {
  const rows = databaseOf(system).collection<EventRecord>('events').find({ project_id: projectId });
  return rows.sort({ project_revision: 1, _id: 1 }).toArray();
}

/** A project's deliveries, without the long keys. */
export function deliveriesOf({ system }: App, projectId: string): Promise<DeliveryRecord[]> {
  return databaseOf(system)
    .collection<DeliveryRecord>('deliveries')
    .find({ project_id: projectId })
    .toArray();
}

/** How many deliveries of a project are in each state. */
export async function statesOf({ system }: App, projectId: string): Promise<Record<string, number>> {
  const groups = await databaseOf(system)
    .collection<DeliveryRecord>('deliveries')
    .aggregate<{ _id: string; count: number }>([
      { $match: { project_id: projectId } },
      { $group: { _id: '$state', count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
}

/** The delivery ids that events and endpoints give, sorted. */
export function idsOf(events: readonly EventRecord[], endpointIds: readonly string[]): string[] {
  return events.flatMap(({ _id }) => endpointIds.map((id) => deliveryId(_id, id))).sort();
}

/** What arrived, as delivery id with its different bodies. More than one body for an id is a fault. */
export function bodiesById(received: readonly Received[]): Map<string, Set<string>> {
  const bodies = new Map<string, Set<string>>();
  for (const { headers, raw } of received) {
    const id = String(headers['x-service-delivery']);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(raw));
  }
  return bodies;
}

/** Numbers that are missing between the first and the last of a sorted list, and those that stand there twice. */
export function unevenness(numbers: readonly number[]): number[] {
  return numbers.slice(1).filter((number, i) => number !== (numbers[i] ?? 0) + 1);
}
