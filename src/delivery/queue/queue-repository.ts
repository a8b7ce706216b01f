import type { DueRows } from '../../core/jobs/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { deliveries, expiredClaim } from './repository.ts';
import type { DeliveryState, QueueKey } from './schema.ts';

/** Bounds for the operator's metrics, so that reading them doesn't slow the queue. */
const timeoutMS = 1_000;
const countedTo = 10_000;

/** Returns the number of queued, sending and held deliveries of all projects, each counted up to 10,000. */
export async function openDeliveries(
  system: SystemDb,
): Promise<Record<'queued' | 'sending' | 'held', number>> {
  const count = (state: 'queued' | 'sending' | 'held') =>
    unscopedRows(system, deliveries).countDocuments({ state }, { limit: countedTo, timeoutMS });
  const [queued, sending, held] = await Promise.all([count('queued'), count('sending'), count('held')]);
  return { queued, sending, held };
}

/** Returns since when the oldest queued delivery has been due, or null. Reads one index key per endpoint. */
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

/** The deliveries that are due, and those whose claim has expired. */
export const dueDeliveryRows: readonly DueRows[] = [
  { collection: deliveries.name, filter: (now) => ({ state: 'queued', next_attempt_at: { $lte: now } }) },
  { collection: deliveries.name, filter: () => expiredClaim },
];

/** Maximum due deliveries to read. For a longer queue, the index is read once per endpoint instead. */
const duePage = 500;

/**
 * Returns the endpoints with deliveries due at `now`. The cost grows with the due deliveries, not the waiting ones, and
 * never exceeds one index key per endpoint with queued deliveries.
 */
export async function dueEndpoints(system: SystemDb, now: Date): Promise<QueueKey[]> {
  const [page] = await unscopedRows(system, deliveries)
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
  if (page === undefined) return [];
  return page.due < duePage ? page.queues : dueEndpointsOfAll(system, now);
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

/** Returns the endpoints that have deliveries in this state, due or not. */
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
