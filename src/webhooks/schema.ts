import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../contract/listing.ts';

/** Why an endpoint is disabled: by a person, or by twenty failed attempts in a row. */
export const disabledReasons = ['manual', 'failures'] as const;

/** A webhook endpoint as the command line and the dashboard show it; its signing secret is in no reading. */
export const Endpoint = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
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

/** What a new endpoint is made from: event names, `content.*` or `*`; all events when left out. */
export const CreateEndpoint = Type.Object(
  { url: Type.String(), events: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })) },
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
  enabled: boolean;
  /** Failed attempts since the last answer with a 2xx. */
  consecutive_failures: number;
  disabled_reason: Endpoint['disabled_reason'];
  disabled_at: Date | null;
  /** Encrypted under `APP_SECRET`; shown once, when it is made. */
  sealed_secret: string;
  created_at: Date;
  updated_at: Date;
}
