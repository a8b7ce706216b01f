import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import type { InvalidationPosition } from '../../projects/index.ts';

/**
 * `queued` for the next attempt, `sending`, `held` while the endpoint is disabled, `delivered`, `failed` after the last
 * attempt, or `dropped` by the member or operator who enabled the endpoint again.
 */
export const deliveryStates = ['queued', 'sending', 'held', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One request of a delivery and its result, as stored and as served. */
export const Attempt = Type.Object(
  {
    at: Timestamp,
    duration_ms: Type.Integer(),
    url: Type.String(),
    /** The headers that differ between attempts and those that identify the delivery. */
    request_headers: Type.Record(Type.String(), Type.String()),
    /** Null if there was no response. */
    status: Nullable(Type.Integer()),
    /** At most the first 1 KiB of the response. */
    response: Type.String(),
    /** Why the attempt failed, as a sentence; null when it did not. */
    error: Nullable(Type.String()),
  },
  { $id: 'DeliveryAttempt', additionalProperties: false },
);
export type Attempt = Static<typeof Attempt>;

/** A delivery as the history shows it; `body` contains the exact bytes of every attempt. */
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
  /** `whd_...`, derived from event and endpoint: an event has one delivery per endpoint. */
  _id: string;
  project_id: string;
  endpoint_id: string;
  event_id: string;
  event: string;
  body: string;
  /** Additional headers of every attempt: the tags of a purge, or the request that made the change. */
  headers?: Record<string, string>;
  /**
   * Only for purges: the position after which the changes begin, null for everything. Removed once an undelivered
   * purge's changes are scheduled to be sent again.
   */
  tells_after?: InvalidationPosition | null;
  state: DeliveryState;
  /** The earliest time of the next attempt; unchanged while the delivery is being sent. */
  next_attempt_at: Date | null;
  /** The project's revision at the event, so that deliveries due at one time are sent in the order of their changes. */
  sequence: number;
  /** Finished attempts since it was queued. */
  attempts_made: number;
  /** The claim of the sending process, its slot of the endpoint, and its expiry; absent while nothing sends it. */
  claim?: string;
  slot?: number;
  lease_until?: Date;
  attempts: Attempt[];
  created_at: Date;
  /** When it was last replayed. */
  queued_at?: Date;
  finished_at: Date | null;
}

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
