import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './listing.ts';

/** An entry or article in the lists of the dashboard's first page. */
export const HomeItem = Type.Object(
  {
    kind: Type.Union(['entry', 'blog_article', 'kb_article'].map((kind) => Type.Literal(kind))),
    id: Type.String(),
    title: Type.String(),
    /** Of an entry: its content type. */
    type: Nullable(Type.String()),
    slug: Nullable(Type.String()),
    status: Type.Union(['draft', 'scheduled', 'published', 'archived'].map((status) => Type.Literal(status))),
    scheduled_for: Nullable(Timestamp),
    /** When its scheduled change is made; absent when none is. */
    publish_at: Type.Optional(Timestamp),
    /** When readers stop seeing it; absent without an end. */
    unpublish_at: Type.Optional(Timestamp),
    /** Of what was edited last: whether the draft differs from what is live. */
    has_changes: Type.Optional(Type.Boolean()),
    updated_at: Timestamp,
  },
  { $id: 'HomeItem', additionalProperties: false },
);
export type HomeItem = Static<typeof HomeItem>;

/** What happens to an item at a date to come: readers begin to see it, see it changed, or see it no more. */
export const ComingDate = Type.Object(
  {
    at: Timestamp,
    what: Type.Union([Type.Literal('starts'), Type.Literal('changes'), Type.Literal('ends')]),
    item: HomeItem,
  },
  { $id: 'ComingDate', additionalProperties: false },
);
export type ComingDate = Static<typeof ComingDate>;
