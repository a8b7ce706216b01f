import { type Static, Type } from '@sinclair/typebox';
import { previewStateKey } from '../../../contract/drafts.ts';
import {
  articleKeys,
  type ArticleRecord,
  type ArticleValues,
  writtenKeys,
} from '../../articles/store/schema.ts';
import { articleChangeInput, articleInput, articleLocales } from '../../articles/write/input.ts';
import { IdInput, requiredText } from '../../../contract/fields/fields.ts';
import { exampleId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { ModuleMeta, Nullable, termLocaleKeys, Timestamp } from '../../../contract/listing.ts';
import { mediaUrlsParameter, offsetParameters } from '../../../contract/paging.ts';
import { Richtext } from '../../../content/index.ts';
import { freshnessStates } from '../freshness.ts';
import { PositionInput } from '../position.ts';
import { ContainerRef } from '../structure/schema.ts';

const closed = { additionalProperties: false } as const;

/** The values of a knowledge base article in addition to those of all articles. */
export interface KbValues extends ArticleValues {
  /**
   * The id of its container: its section, or its collection if it is in no section. A single field, so that a
   * section and a collection can't contradict each other.
   */
  shelf: string;
  position: number;
  /** Days; null for the project's interval. */
  review_interval_days: number | null;
}

/** The last review and when freshness changes; computed again with every change. */
export interface ReviewState {
  last_reviewed_at: Date | null;
  aging_at: Date;
  review_due_at: Date;
}

export type KbArticleRecord = ArticleRecord<KbValues> & ReviewState;

const FreshnessValue = Type.Unsafe<(typeof freshnessStates)[number]>({
  type: 'string',
  enum: [...freshnessStates],
});

const listKeys = {
  ...articleKeys,
  collection: ContainerRef,
  section: Nullable(ContainerRef),
  position: Type.Integer(),
  review_interval_days: Type.Integer(),
  freshness: FreshnessValue,
  last_reviewed_at: Nullable(Timestamp),
  review_due_at: Timestamp,
  helpful_count: Type.Integer(),
  not_helpful_count: Type.Integer(),
};

/** A knowledge base article in a list (specification: knowledge-base). */
export const ListedKbArticle = Type.Object(
  { ...listKeys, ...previewStateKey, ...termLocaleKeys },
  { $id: 'ListedKbArticle', ...closed },
);
export type ListedKbArticle = Static<typeof ListedKbArticle>;

export const KbArticleList = Type.Object(
  { data: Type.Array(ListedKbArticle), meta: ModuleMeta },
  { $id: 'KbArticleList', ...closed },
);
export type KbArticleList = Static<typeof KbArticleList>;

/** A single knowledge base article: the keys of lists and the body. */
export const KbArticle = Type.Object(
  { ...listKeys, ...previewStateKey, ...termLocaleKeys, body: Richtext },
  { $id: 'KbArticle', ...closed },
);
export type KbArticle = Static<typeof KbArticle>;

/** The response to a write: the draft and its publishing state. */
export const WrittenKbArticle = Type.Object(
  { ...listKeys, body: Richtext, archived: Type.Boolean(), ...writtenKeys },
  { $id: 'WrittenKbArticle', ...closed },
);
export type WrittenKbArticle = Static<typeof WrittenKbArticle>;

const intervalDaysMax = 3_650;

const articleFields = {
  ...articleInput,
  locales: articleLocales({}),
  collection: Type.Optional(IdInput),
  section: Type.Optional(IdInput),
  position: Type.Optional(PositionInput),
  archived: Type.Optional(Type.Boolean({ description: 'true or false' })),
  review_interval_days: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: intervalDaysMax,
      description: `a whole number of days from 1 to ${intervalDaysMax}`,
    }),
  ),
};

/** The example of a creation in documents. */
const example = {
  title: 'Flying in light winds',
  excerpt: 'How to keep a kite up when the leaves hardly move.',
  body: { markdown: '## Light winds\n\nWait for the **gust**.' },
  collection: exampleId('kb_collection'),
  publish: true,
};

/** The body of a PATCH; null clears a field. */
const changeFields = { ...articleFields, ...articleChangeInput };
export const ChangeKbArticle = Type.Object(changeFields, {
  $id: 'ChangeKbArticle',
  ...closed,
  'x-document': { minProperties: 1, examples: [{ title: example.title, excerpt: example.excerpt }] },
});
export type ChangeKbArticle = Static<typeof ChangeKbArticle>;

/** A collection is required too, unless a section is given. */
export const CreateKbArticle = Type.Object(
  { ...articleFields, title: requiredText(limits.name_chars_max) },
  {
    $id: 'CreateKbArticle',
    ...closed,
    'x-document': {
      anyOf: [Type.Object({ collection: Type.String() }), Type.Object({ section: Type.String() })],
      examples: [example],
    },
  },
);

/** `collection` and `section` take a slug or an id; `q` searches title, excerpt and body. */
export const KbArticleListQuery = Type.Object({
  ...offsetParameters,
  ...mediaUrlsParameter,
  collection: Type.Optional(Type.String({ minLength: 1 })),
  section: Type.Optional(Type.String({ minLength: 1 })),
  q: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200, description: 'at most 200 characters' })),
  freshness: Type.Optional(
    Type.Unsafe<(typeof freshnessStates)[number]>({
      type: 'string',
      enum: [...freshnessStates],
      description: 'one of fresh, aging, stale',
    }),
  ),
});
/** Lists of drafts can also be filtered by state. */
export type KbArticleListQuery = Static<typeof KbArticleListQuery> & { status?: string };
