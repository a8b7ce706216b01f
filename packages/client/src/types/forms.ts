import type { Paging } from '../resources/listing.ts';
import type { RichtextDocument } from './richtext-forms.ts';

/*
 * What the fixed part of the API serves and takes, in its own words. A test holds these against the service's
 * schemas. Times are RFC 3339 in UTC.
 */

/** A warning about a write that succeeded. */
export interface Warning {
  code: string;
  message: string;
  param?: string;
  [hint: string]: unknown;
}

export interface WriteMeta {
  warnings?: Warning[];
  dry_run?: boolean;
}

export interface Image {
  id: string;
  /** Null if the file was deleted. */
  url: string | null;
  alt: string;
  width: number | null;
  height: number | null;
  content_type: string;
  /** Expiry of `url` in private projects. */
  url_expires_at?: string;
  /** This key and the next two are present in reads with `images`. */
  srcset?: ImageVariant[];
  focal_point?: FocalPoint | null;
  /** A thumbhash in base64. */
  placeholder?: string | null;
}

/** A file in a file field. */
export interface FileAsset {
  id: string;
  /** Null if the file was deleted. */
  url: string | null;
  file_name: string;
  content_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
  /** Expiry of `url` in private projects. */
  url_expires_at?: string;
}

/** A point on the map, in degrees. */
export interface GeoPoint {
  lat: number;
  lng: number;
}

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** One size of an image, with the URL of the image service. */
export interface ImageVariant {
  width: number;
  height: number;
  url: string;
}

/** A point of an image, as fractions of width and height from the upper left corner. */
export interface FocalPoint {
  x: number;
  y: number;
}

export interface Richtext {
  html: string;
  json: RichtextDocument;
  plain: string;
  toc: { level: number; text: string; id: string }[];
}

export interface Seo {
  title: string;
  description: string;
  og_image: Image | null;
  no_index: boolean;
}

export interface SeoInput {
  title?: string | null;
  description?: string | null;
  og_image_id?: string | null;
  no_index?: boolean | null;
}

/** A list of references: ids, or the objects that reads return. */
type Ids = readonly (string | { id: string })[] | null;

export interface Kept {
  id: string;
  slug: string;
  revision: number;
  created_at: string;
  updated_at: string;
}

/** Keys of an item that was requested in a locale. */
export interface InLocale {
  /** The code of the locale that is served. */
  locale?: string;
  /** The codes of the locales in which readers see the item. */
  locales?: string[];
  /** The code of the locale of each text that is not of the served one, by key. */
  fallbacks?: Record<string, string>;
  /** The addresses of the item in each locale. */
  alternates?: { locale: string; url: string; slug: string }[];
}

/** Values of further locales in a write, by code. */
export type InLocales = Record<string, Record<string, unknown>>;

export interface ReleaseRef {
  id: string;
  name: string;
  default: boolean;
}

/** The publication state of an item in reads of drafts. */
export interface PreviewState {
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  published_at: string | null;
  scheduled_for: string | null;
  has_unpublished_changes: boolean;
  revision: number;
  live_revision: number | null;
  /** Date of the scheduled change; absent if there is none. */
  publish_at?: string;
  /** End date; absent if there is none. */
  unpublish_at?: string;
}

// Entries of custom types

export interface Entry<V = Record<string, unknown>> {
  id: string;
  values: V;
  published_at: string;
  updated_at: string;
  created_at: string;
  revision: number;
  /** Only in reads of drafts. */
  state?: PreviewState;
  /** The code of the locale that is served. This and the next keys are only in reads with `locale`. */
  locale?: string;
  /** The codes of the locales in which readers see the entry. */
  locales?: string[];
  /** The code of the locale of each value that is not of the served one, by field or `field/blk_id/key`. */
  fallbacks?: Record<string, string>;
  alternates?: EntryAlternate[];
}

/** An entry in one of the locales in which readers see it, for links between languages. */
export interface EntryAlternate {
  locale: string;
  url: string;
  /** The display field and the unique fields. */
  values: Record<string, unknown>;
}

/** The entry that a look-up finds. */
export interface EntryMatch<V = Record<string, unknown>> extends Entry<V> {
  /** The code of the locale that is served. */
  locale: string;
  /** The codes of the locales in which readers see the entry. */
  locales: string[];
  /** The code of the locale of each value that is not of the served one, by field. */
  fallbacks: Record<string, string>;
  /** The code of the locale whose value matched. */
  matched_locale: string;
}

/** The response to a write: the draft and its publication state. */
export interface WrittenEntry<V = Record<string, unknown>> {
  id: string;
  status: 'draft' | 'scheduled' | 'published';
  values: V;
  published_at: string | null;
  scheduled_for: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
  live_revision: number | null;
  has_unpublished_changes: boolean;
  /** Date of the scheduled change; absent if there is none. */
  publish_at?: string;
  /** End date; absent if there is none. */
  unpublish_at?: string;
  /** The code of the addressed locale; only if the request names a locale. */
  locale?: string;
  /** The codes of the locales in which readers see the entry. */
  locales?: string[];
  /** The state in each locale with content, by code. */
  states?: Record<string, EntryLocaleState>;
  meta?: WriteMeta;
}

interface LocaleState {
  published_at: string | null;
  scheduled_for: string | null;
  revision: number;
  live_revision: number | null;
  has_unpublished_changes: boolean;
  publish_at?: string;
  unpublish_at?: string;
  /** Compared with the texts of the source; null for the default locale, and without texts to translate. */
  translation: 'missing' | 'outdated' | 'current' | null;
}

/** The state of an entry in one locale. */
export interface EntryLocaleState extends LocaleState {
  status: 'draft' | 'scheduled' | 'published';
}

export interface EntryListMeta extends Paging {
  type: string;
  kind: 'singleton' | 'collection';
  release: ReleaseRef;
}

/** An item that refers to an entry. */
export interface Referrer {
  type: string;
  id: string;
  slug: string | null;
  title: string;
  field: string;
  live: boolean;
  url: string | null;
  content_type?: string;
  /** The codes of the locales with the use, if it is in further locales only. */
  locales?: string[];
  /** For a `blocks` field: the first blocks that contain the link. */
  blocks?: { id: string; block: string; field: string }[];
}
/** `hidden`: number of further items that a limited key can't see. */
export type ReferrerMeta = Paging & { hidden?: number };

// Blog, knowledge base, authors

/** Present in lists that were requested in a locale. */
interface LocaleMeta {
  /** The code of the requested locale. */
  locale?: string;
  fallback?: string;
}

export interface AssetListMeta extends Paging, LocaleMeta {}

export interface ModuleMeta extends Paging, LocaleMeta {
  module: string;
  release_independent: true;
}

export interface NamedRef {
  id: string;
  name: string;
  slug: string;
}

export interface Author extends Kept, InLocale {
  name: string;
  job_title: string;
  bio: string;
  avatar: Image | null;
  links: { label: string; url: string }[];
  article_count: number;
  meta?: WriteMeta;
}

export interface AuthorChanges {
  locales?: InLocales;
  /** In a further locale: the revision of the source from which the texts were written; by default the newest one. */
  translated_from?: number;
  name?: string | null;
  slug?: string | null;
  job_title?: string | null;
  bio?: string | null;
  avatar_id?: string | null;
  links?: { label?: string; url: string }[] | null;
}

export interface BlogCategory extends Kept, InLocale {
  name: string;
  description: string;
  image: Image | null;
  article_count: number;
  seo: Seo;
  meta?: WriteMeta;
}

export interface BlogCategoryChanges {
  locales?: InLocales;
  /** In a further locale: the revision of the source from which the texts were written; by default the newest one. */
  translated_from?: number;
  name?: string | null;
  slug?: string | null;
  description?: string | null;
  image_id?: string | null;
  seo?: SeoInput | null;
}

export interface ListedArticle extends Kept, InLocale {
  title: string;
  excerpt: string;
  featured_image: Image | null;
  authors: NamedRef[];
  reading_time_minutes: number;
  word_count: number;
  published_at: string;
  seo: Seo;
  /** Only in reads of drafts. */
  state?: PreviewState;
}

/** Keys of the response to a write that differ from a read. */
export interface Draft {
  published_at: string | null;
  status: string;
  scheduled_for: string | null;
  live_revision: number | null;
  has_unpublished_changes: boolean;
  /** Date of the scheduled change; absent if there is none. */
  publish_at?: string;
  /** End date; absent if there is none. */
  unpublish_at?: string;
  meta?: WriteMeta;
}

export interface ArticleChanges {
  title?: string | null;
  slug?: string | null;
  excerpt?: string | null;
  /** A rich text document, the value of a read, `{markdown: "..."}` or `{html: "..."}`. */
  body?: unknown;
  featured_image_id?: string | null;
  authors?: Ids;
  /** A date in the future schedules; null means now. */
  published_at?: unknown;
  publish?: boolean;
  /** Date at which the draft of this write replaces the live version; null cancels. */
  publish_at?: unknown;
  /** End date; null removes it. */
  unpublish_at?: unknown;
  seo?: SeoInput | null;
  /** False keeps changed values that all locales share in the draft. */
  publish_shared?: boolean;
  /** In a further locale: the revision of the source from which the texts were written; by default the newest one. */
  translated_from?: number;
}

/** What a write sets in a further locale. */
export type ArticleInLocale = Omit<ArticleChanges, 'authors' | 'publish_shared'>;

/** The state of an article in one locale. */
export interface ArticleLocaleState extends LocaleState {
  status: string;
}

/** The locales of a written article. */
export interface WrittenLocales {
  /** The state in each locale with content, by code. */
  states?: Record<string, ArticleLocaleState>;
}

export interface ListedBlogArticle extends ListedArticle {
  categories: NamedRef[];
  tags: string[];
  canonical_url: string;
}

export interface BlogArticle extends ListedBlogArticle {
  body: Richtext;
}

export type WrittenBlogArticle = Omit<BlogArticle, 'published_at' | 'state' | 'fallbacks' | 'alternates'> &
  Draft &
  WrittenLocales;

interface BlogTexts {
  tags?: string[] | null;
  canonical_url?: string | null;
}

export interface BlogArticleChanges extends ArticleChanges, BlogTexts {
  categories?: Ids;
  /** Writes of further locales, by code. */
  locales?: Record<string, ArticleInLocale & BlogTexts>;
}
