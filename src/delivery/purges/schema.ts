import { type Static, Type } from '@sinclair/typebox';
import { tagForm, tagsMax } from '../../contract/events/cache-tags.ts';
import { limits } from '../../contract/limits.ts';
import { EditorTargets } from '../../contract/fields/links.ts';
import { ListMeta, Nullable, Timestamp } from '../../contract/listing.ts';
import { deliveryStates } from '../queue/schema.ts';
import { disabledReasons, EndpointHealth } from '../webhooks/schema.ts';
import { purgeFormatNames } from '../formats/schema.ts';

const closed = { additionalProperties: false } as const;
const Seconds = Type.Array(Type.Integer({ minimum: 1, maximum: limits.purge_repeat_seconds_max }), {
  maxItems: limits.purge_repeats_max,
});

/** A purge target as the command line and the dashboard show it; its secret and its token are in no reading. */
export const Target = Type.Object(
  {
    id: Type.String(),
    format: Type.Union(purgeFormatNames.map((name) => Type.Literal(name))),
    url: Type.String(),
    service: Nullable(Type.String()),
    every_seconds: Type.Integer(),
    repeat_seconds: Type.Array(Type.Integer()),
    enabled: Type.Boolean(),
    consecutive_failures: Type.Integer(),
    disabled_reason: Nullable(Type.Union(disabledReasons.map((reason) => Type.Literal(reason)))),
    disabled_at: Nullable(Timestamp),
    /** When the last purge was made; null before the first. */
    last_purge_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'PurgeTarget', ...closed },
);
export type Target = Static<typeof Target>;

/** What a target has not been told yet, or has not confirmed. */
export const Behind = Type.Object(
  {
    /** Counted to 200. */
    changes: Type.Integer(),
    /** It is to be told of everything, however much changed. */
    everything: Type.Boolean(),
    /** When the oldest of these changes was made. */
    since: Nullable(Timestamp),
  },
  closed,
);
export type Behind = Static<typeof Behind>;

export const ShownTarget = Type.Object(
  { ...Target.properties, health: EndpointHealth, behind: Behind },
  { $id: 'ShownPurgeTarget', ...closed },
);
export type ShownTarget = Static<typeof ShownTarget>;

export const ShownTargetList = Type.Object(
  { data: Type.Array(ShownTarget) },
  { $id: 'ShownPurgeTargetList', ...closed },
);

const Token = Type.String({ minLength: 1, maxLength: 1_000 });

/** What of these a format takes stands in docs/delivery.md; `format` is any text here, so that its refusal names the formats. */
export const CreateTarget = Type.Object(
  {
    format: Type.String({ minLength: 1, maxLength: 40 }),
    url: Type.Optional(Type.String()),
    service: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    token: Type.Optional(Token),
    every_seconds: Type.Optional(Type.Integer()),
    repeat_seconds: Type.Optional(Seconds),
  },
  { $id: 'CreatePurgeTarget', ...closed },
);
export type CreateTarget = Static<typeof CreateTarget>;

export const ChangeTarget = Type.Object(
  {
    url: Type.Optional(Type.String()),
    service: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    token: Type.Optional(Token),
    every_seconds: Type.Optional(Type.Integer()),
    repeat_seconds: Type.Optional(Seconds),
    enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'ChangePurgeTarget', ...closed },
);
export type ChangeTarget = Static<typeof ChangeTarget>;

/** The one time that a signing secret is shown; null for a format that has none. */
export const TargetWithSecret = Type.Object(
  { target: Target, secret: Nullable(Type.String()) },
  { $id: 'PurgeTargetWithSecret', ...closed },
);
export type TargetWithSecret = Static<typeof TargetWithSecret>;

/** Tags to purge by hand; everything when left out. */
export const PurgeNow = Type.Object(
  {
    tags: Type.Optional(
      Type.Array(Type.String({ pattern: tagForm.source }), { minItems: 1, maxItems: tagsMax.change }),
    ),
  },
  { $id: 'PurgeNow', ...closed },
);
export type PurgeNow = Static<typeof PurgeNow>;

export const PurgedNow = Type.Object(
  { tags: Type.Array(Type.String()), targets: Type.Integer() },
  { $id: 'PurgedNow', ...closed },
);

const tellingStates = ['waiting', ...deliveryStates] as const;

/** How far one target is with one change: `waiting` until a delivery is made of it. */
const PurgeState = Type.Object(
  {
    target_id: Type.String(),
    state: Type.Union(tellingStates.map((state) => Type.Literal(state))),
    delivery_id: Nullable(Type.String()),
  },
  closed,
);

/** What one change told those who keep answers, or what was purged by hand. */
export const SentChange = Type.Object(
  {
    place: Type.String(),
    at: Timestamp,
    by_hand: Type.Boolean(),
    tags: Type.Array(Type.String()),
    targets: Type.Array(PurgeState),
  },
  { $id: 'ToldChange', ...closed },
);
export type SentChange = Static<typeof SentChange>;

export const SentChangeList = Type.Object(
  { data: Type.Array(SentChange), names: EditorTargets, meta: ListMeta },
  { $id: 'ToldList', ...closed },
);

export const SentChangeQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  closed,
);
export type SentChangeQuery = Static<typeof SentChangeQuery>;
