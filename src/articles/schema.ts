import { type Static, Type } from '@sinclair/typebox';
import type { TargetKind } from '../contract/links.ts';
import { Image } from '../contract/links.ts';
import { Nullable, Timestamp, WriteMeta } from '../contract/listing.ts';
import type { Published } from '../publishing/schema.ts';
import type { RichtextDocument } from '../richtext/schema.ts';

/** `seo` as it is stored: what was written, without the fallbacks of reads. */
export interface SeoValues {
  title: string;
  description: string;
  og_image_id: string | null;
  no_index: boolean;
}

/** What blog and knowledge base articles both hold. */
export interface ArticleValues {
  slug: string;
  title: string;
  excerpt: string;
  body: RichtextDocument;
  /** Figures of the body, made when it is written (spec, "Blog article"). */
  word_count: number;
  /** The first characters of the body, the last fallback of the description. */
  opening: string;
  featured_image_id: string | null;
  authors: string[];
  seo: SeoValues;
}

/** An article as it is stored: draft and live side by side, and what lists and searches look for. */
export interface ArticleRecord<V extends ArticleValues> extends Published<V> {
  _id: string;
  module: 'blog' | 'kb';
  /** The draft's slug; final from the first publication on. */
  slug: string;
  /** Filterable values of what is live: `author:aut_...`, `tag:design`. */
  facets: string[];
  /** Words of what is live, folded, for `q`. */
  words: string[];
  /** Ids that the draft or the live values point at, and those of the live values alone. */
  refs: string[];
  live_refs: string[];
}

/** One place in an article that points somewhere. */
export interface ArticleLink {
  kind: TargetKind;
  id: string;
  /** The field, or the path inside the body. */
  field: string;
}

/** An author or category in an article. */
export const NamedRef = Type.Object(
  { id: Type.String(), name: Type.String(), slug: Type.String() },
  { additionalProperties: false },
);

/** `seo` as reads serve it, with all fallbacks (spec, "Blog article"). */
export const Seo = Type.Object(
  {
    title: Type.String(),
    description: Type.String(),
    og_image: Nullable(Image),
    no_index: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type Seo = Static<typeof Seo>;

/** The keys of an article in lists of both modules; each module puts its own beside them. */
export const articleKeys = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  featured_image: Nullable(Image),
  authors: Type.Array(NamedRef),
  reading_time_minutes: Type.Integer(),
  word_count: Type.Integer(),
  published_at: Timestamp,
  seo: Seo,
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** Added in the answer of a write, which shows the draft (contract, section 8). */
export const writtenKeys = {
  published_at: Nullable(Timestamp),
  status: Type.String(),
  scheduled_for: Nullable(Timestamp),
  live_revision: Nullable(Type.Integer()),
  has_unpublished_changes: Type.Boolean(),
  meta: Type.Optional(WriteMeta),
};

/** A place that points at something, as `referenced_by` and `used_by` name it. */
export interface ArticleUse {
  type: 'blog_article' | 'kb_article';
  id: string;
  slug: string;
  title: string;
  field: string;
  live: boolean;
  url: string;
}
