import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { Delivery, deliveryStates } from '../queue/schema.ts';
import type { InvalidationPosition } from '../../projects/index.ts';
import type { PurgeFormatName } from '../formats/schema.ts';

/** Why an endpoint is disabled: by a person, or by twenty failed attempts in a row. */
export const disabledReasons = ['manual', 'failures'] as const;

/** A webhook endpoint as the command line and the dashboard show it; its signing secret is in no reading. */
export const Endpoint = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    /** Whether `data.tags` is in its deliveries. */
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

/** What a new endpoint is made from: event names, `content.*` or `*`; all events when left out, and no cache tags. */
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

/** An endpoint as it is stored. */
export interface EndpointRecord {
  _id: string;
  project_id: string;
  url: string;
  events: string[];
  /** Its deliveries carry the cache tags of the change; absent where they do not. */
  with_tags?: boolean;
  enabled: boolean;
  /** Failed attempts since the last answer with a 2xx. */
  consecutive_failures: number;
  disabled_reason: Endpoint['disabled_reason'];
  disabled_at: Date | null;
  /** Encrypted under `APP_SECRET`; shown once, when it is made. */
  sealed_secret: string;
  /** What was queued up to this moment is given up; absent when that is done. */
  drop_before?: Date;
  /** What is queued again, and how far that is; absent when there is no more. */
  replay?: Replay;
  /**
   * How often work on the queue was asked for; absent when all of it is done. The process that does it, and until when.
   */
  work_asked?: number;
  work_claim?: string;
  work_until?: Date;
  /** Of a purge target alone, which hears of no events. */
  purge?: TargetState;
  created_at: Date;
  updated_at: Date;
}

/** What makes a row a purge target, and how far it has been told (docs/build/cache-tags.md). */
export interface TargetState {
  format: PurgeFormatName;
  /** The vendor's name for the site; null for a target with an address of its own. */
  service: string | null;
  sealed_token: string | null;
  every_seconds: number;
  repeat_seconds: number[];
  /** The last change that deliveries were made of; null while it is to be told of everything. */
  through: InvalidationPosition | null;
  repeats: PurgeRepeat[];
  /** When the last batch was made. */
  sent_at: Date | null;
}

/** The changes after a place and up to another, which are sent once more; everything when `since` is null. */
export interface PurgeRepeat {
  since: InvalidationPosition | null;
  version: InvalidationPosition;
  due_at: Date;
}

/** Events since a moment that are queued again, up to when that was asked for. */
export interface Replay {
  since: Date;
  until: Date;
  /** The last event that was queued, or null. */
  after_id: string | null;
}

/** How an endpoint is doing. */
export const EndpointHealth = Type.Object(
  {
    state: Type.Union(['unused', 'healthy', 'failing', 'disabled'].map((state) => Type.Literal(state))),
    /** Deliveries that wait: to be sent, or for the endpoint to be enabled; counted to 1,000. */
    waiting: Type.Integer(),
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

/** The one time that a signing secret is shown. */
export const EndpointWithSecret = Type.Object(
  { endpoint: Endpoint, secret: Type.String() },
  { $id: 'WebhookEndpointWithSecret', additionalProperties: false },
);

/** `held` says what becomes of held deliveries when the endpoint is enabled: `send` unless said otherwise. */
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

/** One delivery, with the actor of its change; null for what is no change, and for changes that are kept no more. */
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

/** A moment of the last 30 days, as RFC 3339. */
export const ReplaySince = Type.Object(
  { since: Type.String({ minLength: 1, maxLength: 40 }) },
  { $id: 'ReplaySince', additionalProperties: false },
);

export const Replayed = Type.Object(
  {
    queued: Type.Integer(),
    /** There are more, which are queued meanwhile. */
    in_progress: Type.Optional(Type.Literal(true)),
  },
  { $id: 'Replayed', additionalProperties: false },
);
