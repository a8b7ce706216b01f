import type {
  FocalPoint,
  Image,
  ImageVariant,
  InLocale,
  ModuleMeta,
  ReleaseRef,
  WriteMeta,
} from './forms.ts';
import type { ContainerRef } from './kb-forms.ts';

/* What the API serves about the project itself: its structure, releases, types, media. */

/** Collections of the knowledge base with their sections. Counts include only live articles. */
export interface KbTree {
  data: (ContainerRef & {
    description: string;
    image: Image | null;
    article_count: number;
    sections: (ContainerRef & { article_count: number })[];
  })[];
  meta: ModuleMeta;
}

export interface VoteResult {
  slug: string;
  helpful_count: number;
  not_helpful_count: number;
}

export interface Release extends ReleaseRef {
  status: 'cloning' | 'ready' | 'failed';
  created_at: string;
  cloned_from: string | null;
  entry_count: number;
  /** Present while the release is being cloned. */
  progress?: { copied: number; total: number };
  /** The reason for the status `failed`, and what to do. */
  reason?: string;
  /** The date at which the release is promoted; absent without one. */
  promote_at?: string;
  /** Why the last promotion at a date was rejected, until a new date or a promotion. */
  promotion_failed?: { at: string; code: string; message: string };
  meta?: WriteMeta;
}

/** A language of the project; the first of the list is the default. */
export interface Locale {
  id: string;
  code: string;
  name: string;
  default: boolean;
  /** The code of the locale whose values replace missing ones. */
  fallback: string | null;
  /** Whether required localized fields may be empty. */
  partial: boolean;
  /** Whether whole items of the fallback can be served. */
  serves_entries: boolean;
  direction: 'ltr' | 'rtl';
  status: 'ready' | 'preparing' | 'removing';
  /** 0 to 1, unless the locale is ready. */
  progress?: number;
}

export type TranslationState = 'missing' | 'outdated' | 'current';

/** A kind of item whose texts are translated. */
export type TranslationKind =
  'entry' | 'blog_article' | 'kb_article' | 'author' | 'blog_category' | 'kb_collection' | 'kb_section';

/** An item's texts in a locale, compared with those of its source. */
export interface Translation {
  kind: TranslationKind;
  /** The slug of the content type of an entry. */
  type: string | null;
  id: string;
  /** The title in the source. */
  title: string;
  state: TranslationState;
  /** Texts of the source that the locale lacks: field keys, or `field/blk_id/key`. */
  missing_fields: string[];
  /** Texts whose source changed since they were written. */
  outdated_fields: string[];
  source: { locale: string; revision: number };
  /** Whether readers of the locale see the item. */
  live: boolean;
  /** The last change in any locale. */
  updated_at: string;
  url: string;
}

/** Items of each state, counted to 10,000. */
export interface TranslationCounts {
  locale: string;
  kind: TranslationKind;
  missing: number;
  outdated: number;
  current: number;
}

export interface ConfirmedTranslations {
  data: {
    id: string;
    /** Null if no text of the item is translated. */
    state: TranslationState | null;
    missing_fields: string[];
    outdated_fields: string[];
  }[];
  meta?: WriteMeta;
}

interface Differences<T> {
  added: T[];
  changed: T[];
  removed: T[];
}

interface DifferenceCounts {
  added: number;
  changed: number;
  removed: number;
  conflicts: number;
}

/** The changes that a promotion would make for readers. `conflict`: the default release changed, too. */
export interface ReleaseDiff {
  release: string;
  default: string;
  summary: { types: DifferenceCounts; blocks?: DifferenceCounts; entries: DifferenceCounts };
  types: Differences<{ slug: string; name: string; conflict: boolean }>;
  /** Present if one of the two releases has block definitions. */
  blocks?: Differences<{ slug: string; name: string; conflict: boolean }>;
  /** `locales`: the codes of the locales in which a changed entry differs. */
  entries: Differences<{ id: string; type: string; title: string; conflict: boolean; locales?: string[] }>;
  /** Whether the lists of entries are incomplete. The counts are complete. */
  truncated: boolean;
}

interface BlockDifference {
  id: string;
  block: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** Path of the block (`sections[2].values.items[0]`); of a removed block, its previous path. */
  path: string;
  /** The keys that differ, for moved blocks too. */
  fields: string[];
}

interface FieldDifference {
  field: string;
  change: 'added' | 'removed' | 'changed';
  /** Changed blocks of a `blocks` field, in page order. */
  blocks?: BlockDifference[];
}

/** The changes that a promotion would make to the live version and the draft of one entry. */
export interface EntryDiff {
  id: string;
  type: string;
  title: string;
  conflict: boolean;
  live: FieldDifference[];
  draft: FieldDifference[];
  /** The localized fields that differ in further locales, by code. Absent if the entry is only in the default locale. */
  locales?: Record<string, { live: FieldDifference[]; draft: FieldDifference[] }>;
}

export interface Field {
  key: string;
  label: string;
  type:
    | 'string'
    | 'text'
    | 'richtext'
    | 'number'
    | 'boolean'
    | 'date'
    | 'select'
    | 'url'
    | 'image'
    | 'gallery'
    | 'link'
    | 'link_list'
    | 'reference'
    | 'reference_list'
    | 'blocks'
    | 'string_list'
    | 'json'
    | 'geo_point'
    | 'file'
    | 'file_list';
  options: Record<string, unknown>;
}

/** A field in a definition that you send. */
export type FieldInput = Pick<Field, 'key' | 'type'> &
  Partial<Field> & {
    /** The former key of a renamed field, or several, newest first. Sending it again changes nothing. */
    renamed_from?: string | string[];
  };

/** A group of fields in the form of an entry. */
export interface FieldGroup {
  key: string;
  label: string;
  /** Groups of blocks are sections. */
  display: 'section' | 'tab';
  collapsed: boolean;
}

export type FieldGroupInput = Pick<FieldGroup, 'key'> & Partial<FieldGroup>;

export interface ContentType {
  slug: string;
  name: string;
  kind: 'singleton' | 'collection';
  display_field: string | null;
  subtitle_field: string | null;
  /** Absent if there are none. */
  groups?: FieldGroup[];
  fields: Field[];
  revision: number;
  updated_at: string;
  meta?: WriteMeta;
}

/** The definition of a content type that you send. `fields` is the complete ordered list. */
export interface ContentTypeDefinition {
  name?: string;
  kind?: ContentType['kind'];
  display_field?: string | null;
  subtitle_field?: string | null;
  /** If omitted, the groups don't change; an empty list removes them. */
  groups?: FieldGroupInput[];
  fields: FieldInput[];
}

export interface BlockDefinition {
  slug: string;
  name: string;
  description: string;
  display_field: string | null;
  /** Absent if there are none. */
  groups?: FieldGroup[];
  fields: Field[];
  revision: number;
  updated_at: string;
  meta?: WriteMeta;
}

/** The definition of a block that you send. Omitted keys of an existing block don't change. A new block needs `fields`. */
export interface BlockDefinitionInput {
  name?: string;
  description?: string;
  display_field?: string | null;
  /** If omitted, the groups don't change; an empty list removes them. */
  groups?: FieldGroupInput[];
  fields?: FieldInput[];
}

export interface Asset extends Omit<InLocale, 'alternates'> {
  id: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
  /** Present if they are set, and in reads with `images`. */
  focal_point?: FocalPoint | null;
  placeholder?: string | null;
  status: 'pending' | 'ready' | 'failed';
  /** Null until the upload is confirmed. */
  url: string | null;
  url_expires_at?: string;
  srcset?: ImageVariant[];
  revision: number;
  created_at: string;
  updated_at: string;
}

/** The scopes of a limited key. */
export interface KeyScopes {
  can: ('read' | 'preview' | 'draft' | 'publish' | 'schema' | 'releases' | 'manage')[];
  areas?: ('content' | 'blog' | 'kb' | 'authors' | 'media' | 'project')[];
  types?: string[];
  releases?: 'default' | string[];
  /** The locales whose localized fields the key can change. */
  locales?: string[];
}

/** What a preview token, or a key that can read drafts, gives access to. */
export interface PreviewSession {
  kind: 'member' | 'link' | 'key';
  project: { id: string; name: string };
  expires_at: string | null;
  /** Whether only the draft of the item is shown, all drafts, or none at a fixed time. */
  drafts: 'item' | 'all' | 'none';
  item: { type: string; id: string } | null;
  /** The fixed time of a token; null for drafts. */
  at: string | null;
  /** The release that requests without `release` read; null for the default release. */
  release: ReleaseRef | null;
  /** The origin of the dashboard. */
  dashboard: string;
}

export interface Ping {
  ok: true;
  project: { id: string; name: string };
  key: {
    id: string;
    purpose: 'secret' | 'publishable';
    name: string;
    expires_at: string | null;
    /** Present for limited keys. */
    scopes?: KeyScopes;
  };
  api_version: 'v1';
  time: string;
}

/** The most used keys of the response to `GET /v1/introspection`. */
export interface Introspection {
  project: { id: string; name: string; private_media: boolean };
  /** Present for limited keys. */
  key?: { scopes: KeyScopes };
  /** Present for secret keys that can read drafts. */
  preview?: { path: string; parameters: string[]; days_ahead_max: number };
  release: ReleaseRef;
  /** Present if the project has two or more. */
  locales?: Locale[];
  /** Secret keys only. */
  releases?: Release[];
  content_types: (Omit<ContentType, 'revision' | 'updated_at' | 'meta'> & {
    /** JSON Schema 2020-12 of reads. It refers to `$defs` of the introspection. */
    response_shape: Record<string, unknown>;
    [key: string]: unknown;
  })[];
  webhooks: { events: string[]; [key: string]: unknown };
  /** The schemas to which each `response_shape` refers. */
  $defs: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}
