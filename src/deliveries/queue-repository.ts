import type { SystemDb } from '../platform/mongo/handle.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import { deliveries } from './repository.ts';

/** What operators see of the queue may not weigh on it; in milliseconds and rows. */
const timeoutMS = 1_000;
const countedTo = 10_000;

/** How many deliveries of all projects are queued, being sent and held, each counted to 10,000. */
export async function openDeliveries(
  system: SystemDb,
): Promise<Record<'queued' | 'sending' | 'held', number>> {
  const count = (state: 'queued' | 'sending' | 'held') =>
    allRows(system, deliveries).countDocuments({ state }, { limit: countedTo, timeoutMS });
  const [queued, sending, held] = await Promise.all([count('queued'), count('sending'), count('held')]);
  return { queued, sending, held };
}

/** Since when the oldest of the queued deliveries has been due, or null; by one step of the index for each endpoint. */
export async function oldestDueDelivery(system: SystemDb): Promise<Date | null> {
  const [oldest] = await allRows(system, deliveries)
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
