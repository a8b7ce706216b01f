import type { ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { deliveries } from './repository.ts';
import type { DeliveryRecord, DeliveryState } from './schema.ts';

/** Returns deliveries of an endpoint, newest event first, starting before `beforeEvent` if it is set. */
export function deliveriesOf(
  db: ProjectDb,
  filter: {
    endpointId: string;
    states: readonly DeliveryState[] | null;
    event: string | null;
    beforeEvent: string | null;
  },
  limit: number,
): Promise<DeliveryRecord[]> {
  const { endpointId, states, event, beforeEvent } = filter;
  return rows(db, deliveries).find(
    {
      endpoint_id: endpointId,
      ...(states === null ? {} : { state: { $in: [...states] } }),
      ...(event === null ? {} : { event }),
      ...(beforeEvent === null ? {} : { event_id: { $lt: beforeEvent } }),
    },
    { sort: { event_id: -1 }, limit },
  );
}

/** Counts the waiting and the held deliveries, each up to 1,000. */
export async function countWaiting(
  db: ProjectDb,
  endpointId: string,
): Promise<{ waiting: number; held: number }> {
  const of = (states: DeliveryState[]) => ({ endpoint_id: endpointId, state: { $in: states } });
  const [waiting = 0, held = 0] = await rows(db, deliveries).countEach(
    [of(['queued', 'sending']), of(['held'])],
    1_000,
  );
  return { waiting, held };
}

/** Returns the delivery of the newest event with an attempt, or null. */
export function newestAttempted(
  db: ProjectDb,
  endpointId: string,
): Promise<Pick<DeliveryRecord, 'attempts'> | null> {
  return rows(db, deliveries).findOne(
    { endpoint_id: endpointId, 'attempts.0': { $exists: true } },
    { sort: { event_id: -1 }, projection: { attempts: { $slice: -1 } } },
  );
}
