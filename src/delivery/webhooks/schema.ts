import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { Delivery, deliveryStates } from '../queue/schema.ts';
import type { InvalidationPosition } from '../../projects/index.ts';
import type { PurgeFormatName } from '../formats/schema.ts';

/** Why an endpoint is disabled: manually, or after 20 consecutive failed attempts. */
export const disabledReasons = ['manual', 'failures'] as const;

/** A webhook endpoint for the command line and the dashboard, without its signing secret. */
export const Endpoint = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    /** Whether its deliveries contain `data.tags`. */
    with_tags: Type.Boolean(),
    enabled: Type.Boolean(),
    consecutive_failures: Type.Integer(),
    disabled_reason: Nullable(Type.Union(disabledReasons.map((reason) => Type.Literal(reason)))),
    disabled_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'WebhookEndpoint', additionalProperties: false },
);
export type Endpoint = Static<typeof Endpoint>;

/** `events` contains event names, `content.*` or `*`. Omitted `events` means all events, omitted `with_tags` false. */
export const CreateEndpoint = Type.Object(
  {
    url: Type.String(),
    events: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
    with_tags: Type.Optional(Type.Boolean()),
  },
  { $id: 'CreateWebhookEndpoint', additionalProperties: false },
);
export type CreateEndpoint = Static<typeof CreateEndpoint>;

export const UpdateEndpoint = Type.Partial(CreateEndpoint, { $id: 'UpdateWebhookEndpoint' });
export type UpdateEndpoint = Static<typeof UpdateEndpoint>;

/** A stored endpoint. */
export interface EndpointRecord {
  _id: string;
  project_id: string;
  url: string;
  events: string[];
  /** Whether its deliveries contain the cache tags of the change; absent for false. */
  with_tags?: boolean;
  enabled: boolean;
  /** Failed attempts since the last 2xx response. */
  consecutive_failures: number;
  disabled_reason: Endpoint['disabled_reason'];
  disabled_at: Date | null;
  /** Encrypted with `APP_SECRET`; shown once, when it is created. */
  sealed_secret: string;
  /** Deliveries queued up to this time must be dropped; absent once that is done. */
  drop_before?: Date;
  /** The running replay; absent when there is none. */
  replay?: Replay;
  /** Number of requests for work on the queue; absent when the work is done. */
  work_asked?: number;
  /** The claim of the process that works on the queue, and its expiry. */
  work_claim?: string;
  work_until?: Date;
  /** Only for purge targets, which receive no events. */
  purge?: TargetState;
  created_at: Date;
  updated_at: Date;
}

/** Settings and position of a purge target (docs/build/cache-tags.md). */
export interface TargetState {
  format: PurgeFormatName;
  /** The vendor's id of the site; null for a target with a custom URL. */
  service: string | null;
  sealed_token: string | null;
  every_seconds: number;
  repeat_seconds: number[];
  /** Position of the last change that was queued for the target; null if the next purge is of everything. */
  through: InvalidationPosition | null;
  repeats: PurgeRepeat[];
  /** When the last batch was queued. */
  sent_at: Date | null;
}

/** A range of changes to send again: after `since` up to `version`; everything if `since` is null. */
export interface PurgeRepeat {
  since: InvalidationPosition | null;
  version: InvalidationPosition;
  due_at: Date;
}

/** A replay of the events from `since` until the time of the request. */
export interface Replay {
  since: Date;
  until: Date;
  /** Id of the last event that was queued, or null. */
  after_id: string | null;
}

export const EndpointHealth = Type.Object(
  {
    state: Type.Union(['unused', 'healthy', 'failing', 'disabled'].map((state) => Type.Literal(state))),
    /** Deliveries that are queued or being sent, counted up to 1,000. */
    waiting: Type.Integer(),
    /** Deliveries that wait until the endpoint is enabled, counted up to 1,000. */
    held: Type.Integer(),
    last_attempt: Nullable(
      Type.Object(
        { at: Timestamp, status: Nullable(Type.Integer()), error: Nullable(Type.String()) },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'WebhookEndpointHealth', additionalProperties: false },
);
export type EndpointHealth = Static<typeof EndpointHealth>;

export const ShownEndpoint = Type.Object(
  { ...Endpoint.properties, health: EndpointHealth },
  { $id: 'ShownWebhookEndpoint', additionalProperties: false },
);
export type ShownEndpoint = Static<typeof ShownEndpoint>;

export const ShownEndpointList = Type.Object(
  { data: Type.Array(ShownEndpoint), events: Type.Array(Type.String()) },
  { $id: 'ShownWebhookEndpointList', additionalProperties: false },
);

/** The only response that contains a signing secret. */
export const EndpointWithSecret = Type.Object(
  { endpoint: Endpoint, secret: Type.String() },
  { $id: 'WebhookEndpointWithSecret', additionalProperties: false },
);

/** `held` defines whether enabling the endpoint sends or drops its held deliveries; `send` by default. */
export const ChangeEndpoint = Type.Object(
  {
    ...UpdateEndpoint.properties,
    enabled: Type.Optional(Type.Boolean()),
    held: Type.Optional(Type.Union([Type.Literal('send'), Type.Literal('drop')])),
  },
  { $id: 'ChangeWebhookEndpoint', additionalProperties: false },
);
export type ChangeEndpoint = Static<typeof ChangeEndpoint>;

export const DeliveryQuery = Type.Object(
  {
    state: Type.Optional(Type.Union(deliveryStates.map((state) => Type.Literal(state)))),
    event: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  { additionalProperties: false },
);
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryList = Type.Object(
  { data: Type.Array(Delivery), meta: ListMeta },
  { $id: 'DeliveryList', additionalProperties: false },
);

/** One delivery with the actor of its change; null if it has no change or if the event was deleted. */
export const ShownDelivery = Type.Object(
  {
    ...Delivery.properties,
    actor: Nullable(
      Type.Object(
        { kind: Type.String(), id: Type.String(), name: Type.String() },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'ShownDelivery', additionalProperties: false },
);
export type ShownDelivery = Static<typeof ShownDelivery>;

/** A time in the last 30 days, as RFC 3339. */
export const ReplaySince = Type.Object(
  { since: Type.String({ minLength: 1, maxLength: 40 }) },
  { $id: 'ReplaySince', additionalProperties: false },
);

export const Replayed = Type.Object(
  {
    queued: Type.Integer(),
    /** Present if more deliveries are still being queued. */
    in_progress: Type.Optional(Type.Literal(true)),
  },
  { $id: 'Replayed', additionalProperties: false },
);
