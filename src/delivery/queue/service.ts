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
import type {
  Attempt,
  ClaimedDelivery,
  Delivery,
  DeliveryRecord,
  DeliveryState,
  QueueKey,
} from './schema.ts';
import { serializeDelivery } from './serialize.ts';

/** Maximum concurrent deliveries of one endpoint in all processes together (specification: deliveries). */
export const deliveriesAtOncePerEndpoint = 2;

export interface NewDelivery extends QueueKey {
  id: string;
  eventId: string;
  event: string;
  /** The exact bytes of every attempt. */
  body: string;
  sequence: number;
  headers?: Record<string, string>;
  startsAfter?: InvalidationPosition | null;
}

/** Queues deliveries. Existing ones are not changed (specification: fan-out). */
export function queueDeliveries(
  system: SystemDb,
  newDeliveries: readonly NewDelivery[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  return insertDeliveries(
    system,
    newDeliveries.map((delivery) => newRecord(delivery, { now, dueAt, state: 'queued' })),
  );
}

/**
 * Queues new and finished deliveries from their first attempt, with their id and body. Those that are queued or under
 * way are not changed. With `held` they wait until their endpoint is enabled. Returns the number of queued deliveries.
 */
export function replayDeliveries(
  system: SystemDb,
  newDeliveries: readonly NewDelivery[],
  { now, held }: { now: Date; held: boolean },
): Promise<number> {
  const state = held ? 'held' : 'queued';
  return requeue(
    system,
    newDeliveries.map((delivery) => newRecord(delivery, { now, dueAt: now, state })),
    now,
  );
}

/** Queues one delivery of the project from its first attempt. Returns false if there is no such delivery. */
export async function replayDelivery(
  db: ProjectDb,
  id: string,
  { now, held }: { now: Date; held: boolean },
): Promise<boolean> {
  const delivery = await deliveryById(db, id);
  if (delivery === null) return false;
  const restart = { state: held ? 'held' : 'queued', next_attempt_at: now, attempts_made: 0 } as const;
  const { queued_at: _queuedAt, ...row } = delivery;
  await requeue(db.system, [{ ...row, ...restart, finished_at: null }], now);
  return true;
}

/** Stores a test delivery, whose one attempt was sent outside of the queue. */
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
  { id, eventId, event, body, sequence, project_id, endpoint_id, headers, startsAfter }: NewDelivery,
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
    ...(startsAfter === undefined ? {} : { tells_after: startsAfter }),
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
 * Claims the oldest due delivery of an endpoint if one of the endpoint's slots is free. The claim expires after
 * `leaseMs`, which frees the slot of a process that died.
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

/** Stores the result of an attempt: delivered, queued for a retry, or failed. Returns null if the claim was lost. */
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

/** Returns deliveries of an endpoint, newest event first. */
export async function listDeliveries(
  db: ProjectDb,
  filter: { endpointId: string; states?: readonly DeliveryState[]; event?: string; beforeEvent?: string },
  limit: number,
): Promise<Delivery[]> {
  const { endpointId, states = null, event = null, beforeEvent = null } = filter;
  return (await deliveriesOf(db, { endpointId, states, event, beforeEvent }, limit)).map(serializeDelivery);
}

/** Returns the numbers of waiting and held deliveries, each counted up to 1,000, and the newest attempt. */
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

export async function readDelivery(db: ProjectDb, id: string): Promise<Delivery | null> {
  const delivery = await deliveryById(db, id);
  return delivery === null ? null : serializeDelivery(delivery);
}

/** Deletes deliveries older than 30 days (specification: deliveries). */
export function deleteOldDeliveries(system: SystemDb, now: Date): Promise<number> {
  return removeOld(system, new Date(now.getTime() - limits.webhook_history_days * dayMs));
}

/**
 * Returns the time of the next attempt (specification: deliveries), or null after the last one.
 * @param attemptsMade - number of failed attempts, including the one that just ended
 */
function nextAttemptAt(waitsMs: readonly number[], attemptsMade: number, endedAt: Date): Date | null {
  const waitMs = waitsMs[attemptsMade - 1];
  return waitMs === undefined ? null : new Date(endedAt.getTime() + waitMs);
}
