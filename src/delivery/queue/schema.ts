import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import type { InvalidationPosition } from '../../projects/index.ts';

/**
 * Where a delivery stands: `queued` for its next attempt, `sending` now, `held` while its endpoint is disabled, and
 * at an end as `delivered`, `failed` (every attempt was) or `dropped` (by who enabled the endpoint again).
 */
export const deliveryStates = ['queued', 'sending', 'held', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One request of a delivery and what came of it, as stored and as served. */
export const Attempt = Type.Object(
  {
    at: Timestamp,
    duration_ms: Type.Integer(),
    url: Type.String(),
    /** The headers that differ between attempts and those that identify the delivery. */
    request_headers: Type.Record(Type.String(), Type.String()),
    /** Null when there was no answer. */
    status: Nullable(Type.Integer()),
    /** At most the first 1 KiB of the answer. */
    response: Type.String(),
    /** Why the attempt failed, as a sentence; null when it did not. */
    error: Nullable(Type.String()),
  },
  { $id: 'DeliveryAttempt', additionalProperties: false },
);
export type Attempt = Static<typeof Attempt>;

/** A delivery as its history is shown; `body` holds the exact bytes of every attempt. */
export const Delivery = Type.Object(
  {
    id: Type.String(),
    endpoint_id: Type.String(),
    event_id: Type.String(),
    event: Type.String(),
    state: Type.Union(deliveryStates.map((state) => Type.Literal(state))),
    body: Type.String(),
    attempts: Type.Array(Attempt),
    next_attempt_at: Nullable(Timestamp),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  { $id: 'Delivery', additionalProperties: false },
);
export type Delivery = Static<typeof Delivery>;

/** A delivery as it is stored: the queue and the history in one row (specification: delivery-queue). */
export interface DeliveryRecord {
  /** `whd_...`, made from event and endpoint: one event gives one delivery per endpoint. */
  _id: string;
  project_id: string;
  endpoint_id: string;
  event_id: string;
  event: string;
  body: string;
  /** Headers that every attempt has, beside those that identify it; of purges alone. */
  headers?: Record<string, string>;
  /**
   * Of a purge: the position after which its changes begin, null for everything. Absent once they are to be sent again,
   * since this ended without having been delivered.
   */
  tells_after?: InvalidationPosition | null;
  state: DeliveryState;
  /** Not before this moment; kept while it is sent. */
  next_attempt_at: Date | null;
  /** The project's revision at the event: deliveries that are due at once go in the order of the changes. */
  sequence: number;
  /** Attempts since it was queued; counted when an attempt ends. */
  attempts_made: number;
  /** The process that sends it, its slot among those of the endpoint, and when the claim expires. Absent while no process sends it. */
  claim?: string;
  slot?: number;
  lease_until?: Date;
  attempts: Attempt[];
  created_at: Date;
  /** When it was queued again; absent when it never was. */
  queued_at?: Date;
  finished_at: Date | null;
}

/** What a sender needs of a delivery that it claimed. */
export type ClaimedDelivery = Required<Pick<DeliveryRecord, 'claim' | 'slot'>> &
  Pick<
    DeliveryRecord,
    | '_id'
    | 'project_id'
    | 'endpoint_id'
    | 'event'
    | 'body'
    | 'headers'
    | 'attempts_made'
    | 'created_at'
    | 'queued_at'
  >;

/** An endpoint's part of the queue. */
export interface QueueKey {
  project_id: string;
  endpoint_id: string;
}
