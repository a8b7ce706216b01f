import type { Collection } from 'mongodb';
import { firstIdAt } from '../../contract/ids.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { deliveries, undelivered } from './repository.ts';
import type { Attempt, DeliveryRecord, DeliveryState, QueueKey } from './schema.ts';

/** Purges that still may arrive. */
const underWay: DeliveryState[] = ['queued', 'sending'];

/** A purge that ended, or stopped, without having been delivered. */
export type UndeliveredPurge = Pick<DeliveryRecord, '_id' | keyof QueueKey | 'tells_after'>;

function all(system: SystemDb): Collection<DeliveryRecord> {
  return unscopedRows(system, deliveries);
}

/** Purges of all projects that are to be sent again, without those of some endpoints. */
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

/** Notes that the content of these is sent to their target again; those that are held are given up. */
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

/** How many deliveries of an endpoint are under way, counted to `most`. */
export function countOpen(db: ProjectDb, endpointId: string, most: number): Promise<number> {
  return rows(db, deliveries).count({ endpoint_id: endpointId, state: { $in: underWay } }, most);
}

/** From where on the deliveries tell that are under way to an endpoint. */
export function openOf(db: ProjectDb, endpointId: string): Promise<Pick<DeliveryRecord, 'tells_after'>[]> {
  return rows(db, deliveries).find(
    { endpoint_id: endpointId, state: { $in: underWay }, tells_after: { $exists: true } },
    { projection: { tells_after: 1 }, limit: 100 },
  );
}

/** A purge as the log of changes shows it. */
export type PurgeDelivery = Pick<DeliveryRecord, '_id' | 'sequence' | 'state' | 'created_at'> & {
  attempts: Attempt[];
};

/** Purges of a target that were made since a moment, the oldest first, each with its newest attempt. */
export function tellingSince(
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
