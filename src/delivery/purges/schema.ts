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

/** A purge target as the command line and the dashboard show it, without its secret and its token. */
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
    /** When the last purge was queued; null before the first. */
    last_purge_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { $id: 'PurgeTarget', ...closed },
);
export type Target = Static<typeof Target>;

/** Changes that were not sent to a target yet, or that it did not confirm. */
export const Backlog = Type.Object(
  {
    /** Counted to 200. */
    changes: Type.Integer(),
    /** The next purge is of everything, so `changes` is 0. */
    everything: Type.Boolean(),
    /** When the oldest of these changes happened. */
    since: Nullable(Timestamp),
  },
  closed,
);
export type Backlog = Static<typeof Backlog>;

export const ShownTarget = Type.Object(
  { ...Target.properties, health: EndpointHealth, behind: Backlog },
  { $id: 'ShownPurgeTarget', ...closed },
);
export type ShownTarget = Static<typeof ShownTarget>;

export const ShownTargetList = Type.Object(
  { data: Type.Array(ShownTarget) },
  { $id: 'ShownPurgeTargetList', ...closed },
);

const Token = Type.String({ minLength: 1, maxLength: 1_000 });

/** See docs/build/cache-tags.md for the keys of each format. `format` takes any string here, so that the error can list the formats. */
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

/** `secret` is null for a format without signatures. No other response contains it. */
export const TargetWithSecret = Type.Object(
  { target: Target, secret: Nullable(Type.String()) },
  { $id: 'PurgeTargetWithSecret', ...closed },
);
export type TargetWithSecret = Static<typeof TargetWithSecret>;

/** Tags to purge manually; everything if omitted. */
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

const purgeStates = ['waiting', ...deliveryStates] as const;

/** The state of one change at one target: `waiting` until a delivery contains it. */
const PurgeState = Type.Object(
  {
    target_id: Type.String(),
    state: Type.Union(purgeStates.map((state) => Type.Literal(state))),
    delivery_id: Nullable(Type.String()),
  },
  closed,
);

/** The tags of one change, or of one manual purge. */
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
