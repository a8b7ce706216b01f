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
    updated_at: Timestamp,
  },
  { $id: 'HomeItem', additionalProperties: false },
);
export type HomeItem = Static<typeof HomeItem>;
