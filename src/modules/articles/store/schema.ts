import { type Static, Type } from '@sinclair/typebox';
import { EditorTargets, Image, type TargetKind } from '../../../contract/fields/links.ts';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../../contract/listing.ts';
import { TranslationStateName } from '../../../contract/translation-schema.ts';
import { offsetParameters } from '../../../contract/paging.ts';
import {
  DraftMeta,
  ItemReview,
  type LocaleKeys,
  type PublishableItem,
  ReviewStateName,
  translationFilters,
  type TranslationKeys,
} from '../../../lifecycle/index.ts';
import type { RichtextDocument } from '../../../content/index.ts';

/** `seo` as it is stored, without the fallbacks of reads. */
export interface SeoValues {
  title: string;
  description: string;
  og_image_id: string | null;
  no_index: boolean;
}

export interface ArticleValues {
  slug: string;
  title: string;
  excerpt: string;
  body: RichtextDocument;
  /** Computed from the body by each write (specification: blog-articles). */
  word_count: number;
  /** The first characters of the body, the last fallback of the description. */
  opening: string;
  featured_image_id: string | null;
  authors: string[];
  seo: SeoValues;
}

/** A stored article: draft and live values, and the fields that lists and searches query. */
export interface ArticleRecord<V extends ArticleValues> extends PublishableItem<V>, LocaleKeys {
  _id: string;
  module: 'blog' | 'kb';
  /** The draft's slug; final after the first publication. */
  slug: string;
  /** The slugs of all locales, and the shared values of further locales as `field:id`; absent without further ones. */
  locale_slugs?: readonly string[];
  shared_uses?: readonly string[];
  /** When an editor last confirmed the article, in the default locale and in further ones; only in the knowledge base. */
  last_reviewed_at?: Date | null;
  locale_reviews?: Readonly<Record<string, Date>>;
  /** Filterable live values: `author:aut_...`, `tag:design`. */
  facets: string[];
  /** Folded words of the live values, for `q`. */
  words: string[];
  /** Words that the index doesn't contain (contract/text/words.ts); absent in older rows. */
  more_words?: string | null;
  /** Ids in any of its values, and ids in the live values. */
  refs: string[];
  live_refs: string[];
  translation?: TranslationKeys;
}

/** A reference in an article. */
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

/** `seo` in responses, with all fallbacks (specification: seo). */
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

/** The keys of an article in lists of both modules. */
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

/** The state of an article in one locale. */
const ArticleLocaleState = Type.Object(
  {
    published_at: Nullable(Timestamp),
    status: Type.String(),
    scheduled_for: Nullable(Timestamp),
    revision: Type.Integer(),
    live_revision: Nullable(Type.Integer()),
    has_unpublished_changes: Type.Boolean(),
    publish_at: Type.Optional(Timestamp),
    unpublish_at: Type.Optional(Timestamp),
    /** Compared with the texts of the source; null for the default locale, and without texts to translate. */
    translation: Nullable(TranslationStateName),
  },
  { $id: 'ArticleLocaleState', additionalProperties: false },
);
export type ArticleLocaleState = Static<typeof ArticleLocaleState>;

/** Additional keys in the response to a write, which contains the draft (specification: modules). */
export const writtenKeys = {
  /** The code of the addressed locale; only if the request names a locale. */
  locale: Type.Optional(Type.String()),
  /** The codes of the locales in which readers see the article. */
  locales: Type.Optional(Type.Array(Type.String())),
  /** The state in each locale with content, by code. */
  states: Type.Optional(Type.Record(Type.String(), ArticleLocaleState)),
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

/** Freshness and votes; only knowledge base articles have them. */
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
  /** Whether readers ever saw the article; the slug can't change then. */
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
  review: ItemReview,
  /** Threads of comments that are not resolved. */
  open_comments: Type.Integer(),
  /** The code of the locale that is edited or listed; absent in projects with one locale. */
  locale: Type.Optional(Type.String()),
  /** The state in each locale with content, by code. */
  states: Type.Optional(Type.Record(Type.String(), ArticleLocaleState)),
};

/**
 * An article for its editor. `draft` has the form of writes, so it can be sent back: ids, the body's
 * document, `seo` without fallbacks. `live` has this form too.
 */
export const EditorArticle = Type.Object(
  {
    ...state,
    draft: values,
    live: Nullable(values),
    /** The codes of the locales in which readers see the article. */
    locales: Type.Optional(Type.Array(Type.String())),
    /** The code of the locale of each value in `fallback_draft`, by key or `seo.key`. */
    fallbacks: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** The values of other locales that previews show in place of empty ones. */
    fallback_draft: Type.Optional(values),
    /** The texts whose source changed since they were written. */
    outdated_fields: Type.Optional(Type.Array(Type.String())),
    /** Present if the draft was edited after its change was scheduled. */
    publish_at_outdated: Type.Optional(Type.Literal(true)),
    /** With fallbacks, as readers get it. */
    seo: Seo,
    targets: EditorTargets,
    meta: Type.Optional(DraftMeta),
  },
  { $id: 'EditorArticle', ...closed },
);
export type EditorArticle = Static<typeof EditorArticle>;

/** An article in a list; `draft` has no body. */
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

/** Sorted by `-updated_at` by default. `author`, `category`, `collection` and `section` take ids. */
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
    review: Type.Optional(ReviewStateName),
    translation: Type.Optional(
      Type.Union(
        translationFilters.map((filter) => Type.Literal(filter)),
        { description: `one of ${translationFilters.join(', ')}` },
      ),
    ),
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

/** The filters of the list. */
export const EditorArticleNarrowing = Type.Pick(
  EditorArticleQuery,
  ['status', 'q', 'author', 'category', 'tag', 'collection', 'section', 'review', 'translation'],
  closed,
);
export type EditorArticleNarrowing = Static<typeof EditorArticleNarrowing>;
