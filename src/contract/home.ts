import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './listing.ts';

/** An entry or article on the dashboard's home page. */
export const HomeItem = Type.Object(
  {
    kind: Type.Union(['entry', 'blog_article', 'kb_article'].map((kind) => Type.Literal(kind))),
    id: Type.String(),
    title: Type.String(),
    /** The content type of an entry. */
    type: Nullable(Type.String()),
    slug: Nullable(Type.String()),
    status: Type.Union(['draft', 'scheduled', 'published', 'archived'].map((status) => Type.Literal(status))),
    scheduled_for: Nullable(Timestamp),
    /** The date of the scheduled change; absent without one. */
    publish_at: Type.Optional(Timestamp),
    /** The end date; absent without one. */
    unpublish_at: Type.Optional(Timestamp),
    /** For recently edited items: whether the draft differs from what is live. */
    has_changes: Type.Optional(Type.Boolean()),
    updated_at: Timestamp,
  },
  { $id: 'HomeItem', additionalProperties: false },
);
export type HomeItem = Static<typeof HomeItem>;

/** What happens to an item on a coming date: readers start to see it, see a change, or stop seeing it. */
export const ComingDate = Type.Object(
  {
    at: Timestamp,
    what: Type.Union([Type.Literal('starts'), Type.Literal('changes'), Type.Literal('ends')]),
    item: HomeItem,
  },
  { $id: 'ComingDate', additionalProperties: false },
);
export type ComingDate = Static<typeof ComingDate>;
