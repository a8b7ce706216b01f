import { deliveryId, newId } from '../../src/contract/ids.ts';
import type { DeliveryRecord } from '../../src/delivery/queue/schema.ts';
import type { App } from '../../src/server/app.ts';
import { databaseOf } from './database.ts';

/** So many rows go to the database at once. */
const rowsAtOnce = 5_000;

/** The endpoint that deliveries wait for, and what is to be said of all of them. */
type Waiting = Pick<DeliveryRecord, 'project_id' | 'endpoint_id'> &
  Partial<Pick<DeliveryRecord, 'body' | 'state' | 'next_attempt_at'>>;

/** Puts deliveries into an endpoint's queue as a long outage of its receiver leaves them; they are due unless told otherwise. */
export async function addWaitingDeliveries(
  { system, clock }: App,
  count: number,
  of: Waiting,
): Promise<void> {
  const now = clock.now();
  const deliveries = databaseOf(system).collection<DeliveryRecord>('deliveries');
  const row = (sequence: number): DeliveryRecord => {
    const eventId = newId('event', now);
    return {
      _id: deliveryId(eventId, of.endpoint_id),
      event_id: eventId,
      event: 'content.entry.updated',
      body: '{}',
      state: 'queued',
      next_attempt_at: now,
      sequence,
      attempts_made: 0,
      attempts: [],
      created_at: now,
      finished_at: null,
      ...of,
    };
  };
  for (let made = 0; made < count; made += rowsAtOnce) {
    const step = Array.from({ length: Math.min(rowsAtOnce, count - made) }, (_, i) => row(made + i));
    await deliveries.insertMany(step, { ordered: false });
  }
}
