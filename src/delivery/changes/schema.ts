import { type Static, Type } from '@sinclair/typebox';
import { changeModules, eventNames } from '../../contract/events/events.ts';
import { Nullable, ReleaseRef, Timestamp } from '../../contract/listing.ts';

/** One event of the feed, with the data that webhooks get. */
export const ChangeEvent = Type.Object(
  {
    id: Type.String(),
    event: Type.Union(eventNames.map((name) => Type.Literal(name))),
    created_at: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'ChangeEvent', additionalProperties: false },
);
export type ChangeEvent = Static<typeof ChangeEvent>;

const ModuleVersion = Type.Object(
  { version: Type.Integer(), changed_at: Timestamp },
  { additionalProperties: false },
);

/** Whether anything changed (specification: changes). The optional keys are present if `since` was sent. */
export const Changes = Type.Object(
  {
    version: Type.Integer(),
    changed_at: Timestamp,
    next_scheduled_change: Nullable(Timestamp),
    release: ReleaseRef,
    modules: Type.Object(Object.fromEntries(changeModules.map((name) => [name, ModuleVersion])), {
      additionalProperties: false,
    }),
    changed: Type.Optional(Type.Boolean()),
    events: Type.Optional(Type.Array(ChangeEvent)),
    has_more: Type.Optional(Type.Boolean()),
    /** The `since` of the next request. */
    next_since: Type.Optional(Type.String()),
    /** Tags of all changes after `since` and up to `next_since`; present if `tags` was sent, absent with `reset`. */
    tags: Type.Optional(Type.Array(Type.String())),
    /** The position is unknown or too old: everything may have changed. */
    reset: Type.Optional(Type.Literal(true)),
  },
  { $id: 'Changes', additionalProperties: false },
);
export type Changes = Static<typeof Changes>;

export const ChangesQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({ description: 'a version, a time, or next_since of an earlier response' }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30,
        description: 'whole seconds to wait for a change, at most 30',
      }),
    ),
    tags: Type.Optional(
      Type.Boolean({ description: 'also the cache tags of the changes since `since`, at most 256' }),
    ),
  },
  { additionalProperties: false },
);
export type ChangesQuery = Static<typeof ChangesQuery>;
