import type { ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { deliveries } from './repository.ts';
import type { DeliveryRecord, DeliveryState } from './schema.ts';

/** Deliveries of an endpoint, newest event first, from before `beforeEvent` on when it is given. */
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

/** How many deliveries wait to be sent and how many are held, each counted to 1,000. */
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

/** The delivery of the newest event that was tried, or null. */
export function newestAttempted(
  db: ProjectDb,
  endpointId: string,
): Promise<Pick<DeliveryRecord, 'attempts'> | null> {
  return rows(db, deliveries).findOne(
    { endpoint_id: endpointId, 'attempts.0': { $exists: true } },
    { sort: { event_id: -1 }, projection: { attempts: { $slice: -1 } } },
  );
}
