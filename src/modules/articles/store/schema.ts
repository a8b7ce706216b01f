import { type Static, Type } from '@sinclair/typebox';
import { EditorTargets, Image, type TargetKind } from '../../../contract/fields/links.ts';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../../contract/listing.ts';
import { offsetParameters } from '../../../contract/paging.ts';
import type { PublishedSnapshot } from '../../../lifecycle/index.ts';
import type { RichtextDocument } from '../../../content/index.ts';

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
  /** Figures of the body, made when it is written (specification: blog-articles). */
  word_count: number;
  /** The first characters of the body, the last fallback of the description. */
  opening: string;
  featured_image_id: string | null;
  authors: string[];
  seo: SeoValues;
}

/** An article as it is stored: draft and live side by side, and what lists and searches look for. */
export interface ArticleRecord<V extends ArticleValues> extends PublishedSnapshot<V> {
  _id: string;
  module: 'blog' | 'kb';
  /** The draft's slug; final from the first publication on. */
  slug: string;
  /** Filterable values of what is live: `author:aut_...`, `tag:design`. */
  facets: string[];
  /** Words of what is live, folded, for `q`. */
  words: string[];
  /** Those that the index does not hold (contract/text/words.ts); absent in rows from before there was any. */
  more_words?: string | null;
  /** Ids that any of its values point at, and those of the live values alone. */
  refs: string[];
  live_refs: string[];
}

/** One place in an article that points somewhere. */
export interface ArticleLink {
  kind: TargetKind;
  id: string;
  /** The field, or the path inside the body. */
  field: string;
  /** Whether a text links the asset as a file. */
  isFile?: true;
}

/** An author or category in an article. */
export const NamedRef = Type.Object(
  { id: Type.String(), name: Type.String(), slug: Type.String() },
  { additionalProperties: false },
);

/** `seo` as reads serve it, with all fallbacks (specification: seo). */
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

/** Added in the answer of a write, which shows the draft (specification: modules). */
export const writtenKeys = {
  published_at: Nullable(Timestamp),
  status: Type.String(),
  scheduled_for: Nullable(Timestamp),
  live_revision: Nullable(Type.Integer()),
  has_unpublished_changes: Type.Boolean(),
  publish_at: Type.Optional(Timestamp),
  unpublish_at: Type.Optional(Timestamp),
  meta: Type.Optional(WriteMeta),
};

const closed = { additionalProperties: false } as const;
const values = Type.Record(Type.String(), Type.Unknown());

/** Freshness and votes, of knowledge base articles alone. */
const KbState = Type.Object(
  {
    freshness: Type.Union([Type.Literal('fresh'), Type.Literal('aging'), Type.Literal('stale')]),
    last_reviewed_at: Nullable(Timestamp),
    review_due_at: Timestamp,
    helpful_count: Type.Integer(),
    not_helpful_count: Type.Integer(),
  },
  closed,
);

const state = {
  id: Type.String(),
  slug: Type.String(),
  /** Whether readers ever saw it: then the slug stays. */
  slug_is_final: Type.Boolean(),
  title: Type.String(),
  excerpt: Type.String(),
  status: Type.Union([
    Type.Literal('draft'),
    Type.Literal('scheduled'),
    Type.Literal('published'),
    Type.Literal('archived'),
  ]),
  published_at: Nullable(Timestamp),
  scheduled_for: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  revision: Type.Integer(),
  live_revision: Nullable(Type.Integer()),
  has_unpublished_changes: Type.Boolean(),
  publish_at: Type.Optional(Timestamp),
  unpublish_at: Type.Optional(Timestamp),
  word_count: Type.Integer(),
  kb: Nullable(KbState),
};

/**
 * An article as its editor sees it. `draft` is the form in which values are written, so that what was read can be sent:
 * ids, the body's document, `seo` without fallbacks; `live` is the same of what is published.
 */
export const EditorArticle = Type.Object(
  {
    ...state,
    draft: values,
    live: Nullable(values),
    /** Present when the draft was edited after its change was scheduled. */
    publish_at_outdated: Type.Optional(Type.Literal(true)),
    /** With the fallbacks that readers get. */
    seo: Seo,
    targets: EditorTargets,
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'EditorArticle', ...closed },
);
export type EditorArticle = Static<typeof EditorArticle>;

/** An article in a list; the body is left out of `draft`. */
export const EditorArticleRow = Type.Object(
  { ...state, draft: values },
  { $id: 'EditorArticleRow', ...closed },
);
export type EditorArticleRow = Static<typeof EditorArticleRow>;

export const EditorArticleList = Type.Object(
  { data: Type.Array(EditorArticleRow), targets: EditorTargets, meta: ListMeta },
  { $id: 'EditorArticleList', ...closed },
);
export type EditorArticleList = Static<typeof EditorArticleList>;

const articleOrders = ['updated_at', 'published_at', 'created_at', 'title', 'position'] as const;
const articleTabs = ['draft', 'scheduled', 'published', 'changed', 'archived'] as const;

/** Last changed first unless `sort` says otherwise. `author`, `category`, `collection` and `section` take ids. */
export const EditorArticleQuery = Type.Object(
  {
    ...offsetParameters,
    status: Type.Optional(
      Type.Union(
        articleTabs.map((tab) => Type.Literal(tab)),
        { description: `one of ${articleTabs.join(', ')}` },
      ),
    ),
    q: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
    author: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    tag: Type.Optional(Type.String({ 'x-nfc': true })),
    collection: Type.Optional(Type.String()),
    section: Type.Optional(Type.String()),
    sort: Type.Optional(
      Type.Union(
        articleOrders.flatMap((name) => [Type.Literal(name), Type.Literal(`-${name}`)]),
        { description: `one of ${articleOrders.join(', ')}, with - before it for descending` },
      ),
    ),
  },
  closed,
);
export type EditorArticleQuery = Static<typeof EditorArticleQuery>;

/** What narrows such a list. */
export const EditorArticleNarrowing = Type.Pick(
  EditorArticleQuery,
  ['status', 'q', 'author', 'category', 'tag', 'collection', 'section'],
  closed,
);
export type EditorArticleNarrowing = Static<typeof EditorArticleNarrowing>;
