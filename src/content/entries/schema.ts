import { type Static, type TObject, Type } from '@sinclair/typebox';
import { previewStateKey } from '../../contract/drafts.ts';
import {
  requiresChange,
  PublishAtInput,
  PublishedAtInput,
  UnpublishAtInput,
} from '../../contract/fields/fields.ts';
import { limits } from '../../contract/limits.ts';
import {
  countMeta,
  ListMeta,
  Nullable,
  pagingMeta,
  ReleaseRef,
  Timestamp,
  WriteMeta,
} from '../../contract/listing.ts';
import { mediaUrlsParameter, offsetParameter } from '../../contract/paging.ts';
import { TranslationStateName } from '../../contract/translation-schema.ts';

const ServedValues = Type.Record(Type.String(), Type.Unknown());

/** An entry in one of the locales in which readers see it, for links between languages. */
const EntryAlternate = Type.Object(
  {
    locale: Type.String(),
    url: Type.String(),
    /** The display field and the unique fields. */
    values: ServedValues,
  },
  { $id: 'EntryAlternate', additionalProperties: false },
);
export type EntryAlternate = Static<typeof EntryAlternate>;

/** The keys of reads with `locale`. */
const entryLocaleKeys = {
  /** The code of the locale that is served. */
  locale: Type.Optional(Type.String()),
  /** The codes of the locales in which readers see the entry. */
  locales: Type.Optional(Type.Array(Type.String())),
  /** The code of the locale of each value that is not of the served one, by field or `field/blk_id/key`. */
  fallbacks: Type.Optional(Type.Record(Type.String(), Type.String())),
  alternates: Type.Optional(Type.Array(EntryAlternate)),
};
export type EntryLocaleKeys = Static<TObject<typeof entryLocaleKeys>>;

/** An entry as reads serve it: the live snapshot. */
export const Entry = Type.Object(
  {
    id: Type.String(),
    values: ServedValues,
    published_at: Timestamp,
    updated_at: Timestamp,
    created_at: Timestamp,
    revision: Type.Integer(),
    ...previewStateKey,
    ...entryLocaleKeys,
  },
  { $id: 'Entry', additionalProperties: false },
);
export type Entry = Static<typeof Entry>;

/** The entry that a look-up finds. */
export const EntryMatch = Type.Object(
  {
    ...Entry.properties,
    locale: Type.String(),
    locales: Type.Array(Type.String()),
    fallbacks: Type.Record(Type.String(), Type.String()),
    /** The code of the locale whose value matched. */
    matched_locale: Type.String(),
  },
  { $id: 'EntryMatch', additionalProperties: false },
);
export type EntryMatch = Static<typeof EntryMatch>;

export const EntryList = Type.Object(
  {
    data: Type.Array(Entry),
    meta: Type.Object(
      {
        type: Type.String(),
        kind: Type.Union([Type.Literal('singleton'), Type.Literal('collection')]),
        release: ReleaseRef,
        ...pagingMeta,
        ...countMeta,
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'EntryList', additionalProperties: false },
);
export type EntryList = Static<typeof EntryList>;

/** The response of `GET /v1/content/{type}`: a list, or a singleton's bare values. */
export const EntryListOrValues = Type.Union([EntryList, ServedValues]);

const writtenStatus = Type.Union([
  Type.Literal('draft'),
  Type.Literal('scheduled'),
  Type.Literal('published'),
]);

/** The state of an entry in one locale. */
const EntryLocaleState = Type.Object(
  {
    status: writtenStatus,
    published_at: Nullable(Timestamp),
    scheduled_for: Nullable(Timestamp),
    revision: Type.Integer(),
    live_revision: Nullable(Type.Integer()),
    has_unpublished_changes: Type.Boolean(),
    publish_at: Type.Optional(Timestamp),
    unpublish_at: Type.Optional(Timestamp),
    /** Compared with the texts of the source; null for the default locale, and without texts to translate. */
    translation: Nullable(TranslationStateName),
  },
  { $id: 'EntryLocaleState', additionalProperties: false },
);
export type EntryLocaleState = Static<typeof EntryLocaleState>;

/** The response of a write: the draft and the state of the entry. */
export const WrittenEntry = Type.Object(
  {
    id: Type.String(),
    status: writtenStatus,
    values: ServedValues,
    published_at: Nullable(Timestamp),
    scheduled_for: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    revision: Type.Integer(),
    live_revision: Nullable(Type.Integer()),
    has_unpublished_changes: Type.Boolean(),
    publish_at: Type.Optional(Timestamp),
    unpublish_at: Type.Optional(Timestamp),
    /** The code of the addressed locale; only if the request names a locale. */
    locale: Type.Optional(Type.String()),
    /** The codes of the locales in which readers see the entry. */
    locales: Type.Optional(Type.Array(Type.String())),
    /** The state in each locale with content, by code. */
    states: Type.Optional(Type.Record(Type.String(), EntryLocaleState)),
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'WrittenEntry', additionalProperties: false },
);
export type WrittenEntry = Static<typeof WrittenEntry>;

const values = Type.Record(Type.String(), Type.Unknown(), { description: 'an object keyed by field' });
const publish = Type.Optional(Type.Boolean());
const published_at = Type.Optional(PublishedAtInput);
const unpublish_at = Type.Optional(UnpublishAtInput);

const publish_at = Type.Optional(PublishAtInput);

/** The revision of the source from which the texts were written. */
const translated_from = Type.Optional(Type.Integer({ minimum: 0 }));

/** A write of one further locale: its own values, publication and dates. */
const WriteEntryLocale = Type.Object(
  { values: Type.Optional(values), publish, published_at, publish_at, unpublish_at, translated_from },
  { $id: 'WriteEntryLocale', additionalProperties: false },
);
const locales = Type.Optional(
  Type.Record(Type.String(), WriteEntryLocale, {
    description: 'writes of further locales, keyed by code',
    'x-document': { minProperties: 1 },
  }),
);
const publish_shared = Type.Optional(Type.Boolean());

export const CreateEntry = Type.Object(
  { values, publish, published_at, unpublish_at, publish_shared, translated_from, locales },
  { $id: 'CreateEntry', additionalProperties: false },
);
export const PutEntry = Type.Object(
  { values, publish, published_at, publish_at, unpublish_at, publish_shared, translated_from, locales },
  { $id: 'PutEntry', additionalProperties: false },
);
export const PatchEntry = Type.Object(
  {
    values: Type.Optional(values),
    ...{ publish, published_at, publish_at, unpublish_at, publish_shared, translated_from, locales },
  },
  { $id: 'PatchEntry', additionalProperties: false, ...requiresChange },
);
export type WriteEntry = Static<typeof PatchEntry>;

const fieldsParameter = {
  fields: Type.Optional(
    Type.String({ description: `1 to ${limits.fields_per_type_max} keys of fields, separated by commas` }),
  ),
};

const listParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page_size_max })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  offset: offsetParameter,
  sort: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ids: Type.Optional(
    Type.String({ 'x-document': { pattern: `^[^,]*(?:,[^,]*){0,${limits.ids_max - 1}}$` } }),
  ),
  count: Type.Optional(Type.Boolean({ description: 'true or false' })),
};

export const ListQuery = Type.Object(
  { ...listParameters, ...fieldsParameter, ...mediaUrlsParameter },
  { additionalProperties: false },
);
/** Lists of drafts can also be filtered by state. */
export type ListQuery = Static<typeof ListQuery> & { status?: string };

/** Parameters that singletons reject. */
export const listParameterNames = Object.keys(listParameters);

export const ReadQuery = Type.Object(
  { ...fieldsParameter, ...mediaUrlsParameter },
  { additionalProperties: false },
);
export type ReadQuery = Static<typeof ReadQuery>;

export const ReferencedByQuery = Type.Object(
  {
    limit: listParameters.limit,
    cursor: listParameters.cursor,
  },
  { additionalProperties: false },
);

/** A field that refers to an entry. */
export const Referrer = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    slug: Nullable(Type.String()),
    title: Type.String(),
    field: Type.String(),
    live: Type.Boolean(),
    url: Nullable(Type.String()),
    content_type: Type.Optional(Type.String()),
    /** The codes of the locales with the use, if it is in further locales only. */
    locales: Type.Optional(Type.Array(Type.String())),
    /** For a `blocks` field, the first blocks that contain the link. */
    blocks: Type.Optional(
      Type.Array(
        Type.Object(
          { id: Type.String(), block: Type.String(), field: Type.String() },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { $id: 'Referrer', additionalProperties: false },
);
export type Referrer = Static<typeof Referrer>;

const ReferrerMeta = Type.Object(
  {
    ...ListMeta.properties,
    /**
     * The number of entries and articles that refer to the entry and that the caller may not see; absent for callers
     * who see everything.
     */
    hidden: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

export const ReferrerList = Type.Object(
  { data: Type.Array(Referrer), meta: ReferrerMeta },
  { $id: 'ReferrerList', additionalProperties: false },
);
