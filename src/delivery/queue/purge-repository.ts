import type { Collection } from 'mongodb';
import { firstIdAt } from '../../contract/ids.ts';
import type { DueRows } from '../../core/jobs/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { deliveries, undelivered } from './repository.ts';
import type { Attempt, DeliveryRecord, DeliveryState, QueueKey } from './schema.ts';

/** States of purges that may still be delivered. */
const underWay: DeliveryState[] = ['queued', 'sending'];

export type UndeliveredPurge = Pick<DeliveryRecord, '_id' | keyof QueueKey | 'tells_after'>;

function all(system: SystemDb): Collection<DeliveryRecord> {
  return unscopedRows(system, deliveries);
}

/** Undelivered purges whose changes must be sent again. */
export const undeliveredPurgeRows: DueRows = {
  collection: deliveries.name,
  filter: () => ({ state: { $in: undelivered }, tells_after: { $exists: true } }),
};

/** Returns undelivered purges of all projects whose changes must be sent again. */
export function findUndeliveredPurges(
  system: SystemDb,
  { exceptEndpoints, limit }: { exceptEndpoints: readonly string[]; limit: number },
): Promise<UndeliveredPurge[]> {
  const projection = { project_id: 1, endpoint_id: 1, tells_after: 1 };
  const except = exceptEndpoints.length === 0 ? {} : { endpoint_id: { $nin: [...exceptEndpoints] } };
  return all(system)
    .find({ state: { $in: undelivered }, tells_after: { $exists: true }, ...except }, { projection, limit })
    .toArray();
}

/** Marks these purges as superseded, because their target's position was moved back. Held ones become dropped. */
export async function dropUndeliveredPurges(
  system: SystemDb,
  { project_id, endpoint_id }: QueueKey,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  await all(system).updateMany(
    { _id: { $in: [...ids] }, project_id, endpoint_id, state: { $in: undelivered } },
    [
      {
        $set: {
          state: { $cond: [{ $eq: ['$state', 'held'] }, 'dropped', '$state'] },
          finished_at: { $ifNull: ['$finished_at', now] },
        },
      },
      { $unset: 'tells_after' },
    ],
  );
}

/** Counts the deliveries of an endpoint that are under way, up to `max`. */
export function countOpen(db: ProjectDb, endpointId: string, max: number): Promise<number> {
  return rows(db, deliveries).count({ endpoint_id: endpointId, state: { $in: underWay } }, max);
}

/** Returns the start positions of the purges that are under way to an endpoint. */
export function findOpenPurges(
  db: ProjectDb,
  endpointId: string,
): Promise<Pick<DeliveryRecord, 'tells_after'>[]> {
  return rows(db, deliveries).find(
    { endpoint_id: endpointId, state: { $in: underWay }, tells_after: { $exists: true } },
    { projection: { tells_after: 1 }, limit: 100 },
  );
}

export type PurgeDelivery = Pick<DeliveryRecord, '_id' | 'sequence' | 'state' | 'created_at'> & {
  attempts: Attempt[];
};

/** Returns the purges of a target since a time, oldest first, each with its newest attempt. */
export function findPurgesSince(
  db: ProjectDb,
  endpointId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<PurgeDelivery[]> {
  return rows(db, deliveries).find(
    { endpoint_id: endpointId, event_id: { $gte: firstIdAt('event', since) } },
    {
      sort: { event_id: 1 },
      limit,
      projection: { sequence: 1, state: 1, created_at: 1, attempts: { $slice: -1 } },
    },
  );
}
