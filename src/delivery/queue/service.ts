import { randomUUID } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { dayMs } from '../../contract/time.ts';
import type { InvalidationPosition } from '../../projects/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { countWaiting, deliveriesOf, newestAttempted } from './history-repository.ts';
import {
  claimInto,
  deliveryById,
  type DeliveryOutcome,
  finishAttempt,
  insertDeliveries,
  removeOld,
  requeue,
} from './repository.ts';
import { nextAttemptAt } from './retry.ts';
import type {
  Attempt,
  ClaimedDelivery,
  Delivery,
  DeliveryRecord,
  DeliveryState,
  QueueKey,
} from './schema.ts';
import { serializeDelivery } from './serialize.ts';

/** Deliveries of one endpoint that may be under way at once, over all processes (specification: deliveries). */
export const deliveriesAtOncePerEndpoint = 2;

/** What a new delivery is made from. */
export interface NewDelivery extends QueueKey {
  id: string;
  eventId: string;
  event: string;
  /** The exact bytes, made once. */
  body: string;
  sequence: number;
  headers?: Record<string, string>;
  tellsAfter?: InvalidationPosition | null;
}

/** Queues deliveries; those that exist already stay as they are (specification: fan-out). */
export function queueDeliveries(
  system: SystemDb,
  made: readonly NewDelivery[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  return insertDeliveries(
    system,
    made.map((delivery) => newRecord(delivery, { now, dueAt, state: 'queued' })),
  );
}

/**
 * Queues deliveries from their first attempt, finished ones too and with the same id and body; what is queued or
 * under way stays as it is. With `held` they wait until their endpoint is enabled. Answers how many were queued.
 */
export function replayDeliveries(
  system: SystemDb,
  made: readonly NewDelivery[],
  { now, held }: { now: Date; held: boolean },
): Promise<number> {
  const state = held ? 'held' : 'queued';
  return requeue(
    system,
    made.map((delivery) => newRecord(delivery, { now, dueAt: now, state })),
    now,
  );
}

/** Queues one delivery of the project again. Answers whether there is such a delivery. */
export async function replayDelivery(
  db: ProjectDb,
  id: string,
  { now, held }: { now: Date; held: boolean },
): Promise<boolean> {
  const found = await deliveryById(db, id);
  if (found === null) return false;
  const again = { state: held ? 'held' : 'queued', next_attempt_at: now, attempts_made: 0 } as const;
  const { queued_at: _before, ...row } = found;
  await requeue(db.system, [{ ...row, ...again, finished_at: null }], now);
  return true;
}

/** Stores a delivery with its one attempt, made outside of the queue. */
export function recordTest(
  system: SystemDb,
  delivery: NewDelivery,
  { now, attempt }: { now: Date; attempt: Attempt },
): Promise<void> {
  const state = attempt.error === null ? 'delivered' : 'failed';
  const record = newRecord(delivery, { now, dueAt: now, state });
  const finished = { next_attempt_at: null, attempts_made: 1, attempts: [attempt], finished_at: now };
  return insertDeliveries(system, [{ ...record, ...finished }]);
}

function newRecord(
  { id, eventId, event, body, sequence, project_id, endpoint_id, headers, tellsAfter }: NewDelivery,
  { now, dueAt, state }: { now: Date; dueAt: Date; state: DeliveryState },
): DeliveryRecord {
  return {
    _id: id,
    project_id,
    endpoint_id,
    event_id: eventId,
    event,
    body,
    ...(headers === undefined ? {} : { headers }),
    ...(tellsAfter === undefined ? {} : { tells_after: tellsAfter }),
    state,
    next_attempt_at: dueAt,
    sequence,
    attempts_made: 0,
    attempts: [],
    created_at: now,
    finished_at: null,
  };
}

/**
 * Takes the oldest due delivery of an endpoint, when one of its places is free. The claim is believed for `leaseMs`;
 * a process that dies holds its place until then.
 */
export async function claimDelivery(
  system: SystemDb,
  queue: QueueKey,
  { leaseMs, now }: { leaseMs: number; now: Date },
): Promise<ClaimedDelivery | null> {
  for (let slot = 0; slot < deliveriesAtOncePerEndpoint; slot += 1) {
    const claimed = await claimInto(system, queue, { slot, claim: randomUUID(), leaseMs, now });
    if (claimed !== 'taken') return claimed;
  }
  return null;
}

/** Ends an attempt: delivered, queued for the next one, or failed for good. Answers null when the lease was lost. */
export async function settle(
  system: SystemDb,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  { endedAt, waitsMs }: { endedAt: Date; waitsMs: readonly number[] },
): Promise<DeliveryOutcome | null> {
  const next = attempt.error === null ? null : nextAttemptAt(waitsMs, delivery.attempts_made + 1, endedAt);
  const state = attempt.error === null ? 'delivered' : next === null ? 'failed' : 'queued';
  const outcome: DeliveryOutcome = {
    state,
    next_attempt_at: next,
    finished_at: state === 'queued' ? null : endedAt,
  };
  return (await finishAttempt(system, delivery, outcome, attempt)) ? outcome : null;
}

/** A page of an endpoint's history, newest event first. */
export async function listDeliveries(
  db: ProjectDb,
  filter: { endpointId: string; states?: readonly DeliveryState[]; event?: string; beforeEvent?: string },
  limit: number,
): Promise<Delivery[]> {
  const { endpointId, states = null, event = null, beforeEvent = null } = filter;
  return (await deliveriesOf(db, { endpointId, states, event, beforeEvent }, limit)).map(serializeDelivery);
}

/** What waits for an endpoint, counted to 1,000, and its newest attempt. */
export async function queueState(
  db: ProjectDb,
  endpointId: string,
): Promise<{ waiting: number; held: number; last: Attempt | null }> {
  const [{ waiting, held }, newest] = await Promise.all([
    countWaiting(db, endpointId),
    newestAttempted(db, endpointId),
  ]);
  return { waiting, held, last: newest?.attempts.at(-1) ?? null };
}

/** One delivery of the project with all its attempts, or null. */
export async function readDelivery(db: ProjectDb, id: string): Promise<Delivery | null> {
  const found = await deliveryById(db, id);
  return found === null ? null : serializeDelivery(found);
}

/** Ends the history after 30 days (specification: deliveries). */
export function forgetOldDeliveries(system: SystemDb, now: Date): Promise<number> {
  return removeOld(system, new Date(now.getTime() - limits.webhook_history_days * dayMs));
}
