import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './listing.ts';

const itemKinds = ['entry', 'blog_article', 'kb_article'] as const;

/** An entry or article on the dashboard's home page. */
export const HomeItem = Type.Object(
  {
    kind: Type.Union(itemKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    title: Type.String(),
    /** The content type of an entry. */
    type: Nullable(Type.String()),
    slug: Nullable(Type.String()),
    status: Type.Union(['draft', 'scheduled', 'published', 'archived'].map((status) => Type.Literal(status))),
    scheduled_for: Nullable(Timestamp),
    /** The code of the further locale that the dates are about; absent for the default locale. */
    locale: Type.Optional(Type.String()),
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

/** Kinds of items with dates, by which the calendar can be filtered. */
export const comingKinds = [...itemKinds, 'release'] as const;
export type ComingKind = (typeof comingKinds)[number];

/** An item with a coming date. The title of a release is its name. */
export const ComingItem = Type.Object(
  { ...HomeItem.properties, kind: Type.Union(comingKinds.map((kind) => Type.Literal(kind))) },
  { $id: 'ComingItem', additionalProperties: false },
);
export type ComingItem = Static<typeof ComingItem>;

const comingEvents = ['starts', 'changes', 'ends', 'promotes'] as const;

/**
 * What happens to an item on a coming date: readers start to see it, see a change, or stop seeing it. A release is
 * promoted.
 */
export const ComingDate = Type.Object(
  {
    at: Timestamp,
    what: Type.Union(comingEvents.map((what) => Type.Literal(what))),
    item: ComingItem,
  },
  { $id: 'ComingDate', additionalProperties: false },
);
export type ComingDate = Static<typeof ComingDate>;
