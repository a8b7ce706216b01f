import type { SystemDb } from '../../core/mongo/index.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { deliveries } from './repository.ts';
import type { DeliveryState, QueueKey } from './schema.ts';

/** What operators see of the queue may not weigh on it; in milliseconds and rows. */
const timeoutMS = 1_000;
const countedTo = 10_000;

/** How many deliveries of all projects are queued, being sent and held, each counted to 10,000. */
export async function openDeliveries(
  system: SystemDb,
): Promise<Record<'queued' | 'sending' | 'held', number>> {
  const count = (state: 'queued' | 'sending' | 'held') =>
    unscopedRows(system, deliveries).countDocuments({ state }, { limit: countedTo, timeoutMS });
  const [queued, sending, held] = await Promise.all([count('queued'), count('sending'), count('held')]);
  return { queued, sending, held };
}

/** Since when the oldest of the queued deliveries has been due, or null; by one step of the index for each endpoint. */
export async function oldestDueDelivery(system: SystemDb): Promise<Date | null> {
  const [oldest] = await unscopedRows(system, deliveries)
    .aggregate<{ due: Date }>(
      [
        { $match: { state: 'queued' } },
        { $sort: { endpoint_id: 1, next_attempt_at: 1 } },
        { $group: { _id: '$endpoint_id', due: { $first: '$next_attempt_at' } } },
        { $group: { _id: null, due: { $min: '$due' } } },
      ],
      { timeoutMS },
    )
    .toArray();
  return oldest?.due ?? null;
}

/** So many due deliveries are looked at for their endpoints; of a longer queue the endpoints are asked for one by one. */
const duePage = 500;

/**
 * The endpoints with something due at `now`. Costs what is due, not what waits, and for a queue of any length no more
 * than one step over the index for each endpoint that waits for anything.
 */
export async function dueEndpoints(system: SystemDb, now: Date): Promise<QueueKey[]> {
  const [found] = await unscopedRows(system, deliveries)
    .aggregate<{ due: number; queues: QueueKey[] }>(
      [
        { $match: { state: 'queued', next_attempt_at: { $lte: now } } },
        { $sort: { next_attempt_at: 1 } },
        { $limit: duePage },
        { $group: { _id: { endpoint_id: '$endpoint_id', project_id: '$project_id' }, due: { $sum: 1 } } },
        { $group: { _id: null, due: { $sum: '$due' }, queues: { $push: '$_id' } } },
      ],
      { hint: 'due' },
    )
    .toArray();
  if (found === undefined) return [];
  return found.due < duePage ? found.queues : dueEndpointsOfAll(system, now);
}

function dueEndpointsOfAll(system: SystemDb, now: Date): Promise<QueueKey[]> {
  return unscopedRows(system, deliveries)
    .aggregate<QueueKey>([
      { $match: { state: 'queued' } },
      { $sort: { endpoint_id: 1, next_attempt_at: 1 } },
      {
        $group: {
          _id: '$endpoint_id',
          next: { $first: '$next_attempt_at' },
          project_id: { $first: '$project_id' },
        },
      },
      { $match: { next: { $lte: now } } },
      { $project: { _id: 0, endpoint_id: '$_id', project_id: 1 } },
    ])
    .toArray();
}

/** The endpoints that have deliveries in this state, due or not. */
export async function endpointsWith(system: SystemDb, state: DeliveryState): Promise<QueueKey[]> {
  return unscopedRows(system, deliveries)
    .aggregate<QueueKey>([
      { $match: { state } },
      { $sort: { endpoint_id: 1, next_attempt_at: 1 } },
      { $group: { _id: '$endpoint_id', project_id: { $first: '$project_id' } } },
      { $project: { _id: 0, endpoint_id: '$_id', project_id: 1 } },
    ])
    .toArray();
}
