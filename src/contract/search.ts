import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './listing.ts';

/** The kinds of items that a search finds. */
export const searchKinds = [
  'entry',
  'blog_article',
  'kb_article',
  'author',
  'blog_category',
  'kb_collection',
  'kb_section',
  'media',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Whether each searched word begins a word of the title, or only words of the whole item. */
const SearchMatch = Type.Union([Type.Literal('title'), Type.Literal('words')]);

/** An item in the results of a search. */
export const SearchItem = Type.Object(
  {
    kind: Type.Union(searchKinds.map((kind) => Type.Literal(kind))),
    id: Type.String(),
    /** The content type of an entry. */
    type: Nullable(Type.String()),
    type_name: Nullable(Type.String()),
    slug: Nullable(Type.String()),
    title: Type.String(),
    /** Null for items without a state, such as authors and files. */
    status: Nullable(
      Type.Union(['draft', 'scheduled', 'published', 'archived'].map((status) => Type.Literal(status))),
    ),
    updated_at: Timestamp,
    /** Null in lists that match no words. */
    match: Nullable(SearchMatch),
    /** The text around the first match; null if the title matches. */
    excerpt: Nullable(Type.String()),
  },
  { $id: 'SearchItem', additionalProperties: false },
);
export type SearchItem = Static<typeof SearchItem>;
