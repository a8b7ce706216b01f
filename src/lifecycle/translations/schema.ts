import { type Static, type TObject, Type } from '@sinclair/typebox';
import { exampleId } from '../../contract/ids.ts';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../contract/listing.ts';
import { TranslationStateName } from '../../contract/translation-schema.ts';
import { translationBounds, translationKinds } from '../../contract/translations.ts';

const closed = { additionalProperties: false } as const;

const KindName = Type.Union(translationKinds.map((kind) => Type.Literal(kind)));

const fieldKeys = {
  /** Texts of the source that the locale lacks: field keys, or `field/blk_id/key`. */
  missing_fields: Type.Array(Type.String()),
  /** Texts whose source changed since they were written. */
  outdated_fields: Type.Array(Type.String()),
};

export const Translation = Type.Object(
  {
    kind: KindName,
    /** The slug of the content type of an entry. */
    type: Nullable(Type.String()),
    id: Type.String(),
    /** The title in the source. */
    title: Type.String(),
    state: TranslationStateName,
    ...fieldKeys,
    source: Type.Object({ locale: Type.String(), revision: Type.Integer() }, closed),
    /** Whether readers of the locale see the item. */
    live: Type.Boolean(),
    /** The last change in any locale. */
    updated_at: Timestamp,
    url: Type.String(),
  },
  { $id: 'Translation', ...closed },
);
export type Translation = Static<typeof Translation>;

export const TranslationList = Type.Object(
  { data: Type.Array(Translation), meta: ListMeta },
  { $id: 'TranslationList', ...closed },
);
export type TranslationList = Static<typeof TranslationList>;

const counted = Type.Integer({ minimum: 0, maximum: translationBounds.count });

export const TranslationSummary = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { locale: Type.String(), kind: KindName, missing: counted, outdated: counted, current: counted },
        closed,
      ),
    ),
    meta: ListMeta,
  },
  { $id: 'TranslationSummary', ...closed },
);
export type TranslationSummary = Static<typeof TranslationSummary>;

const localeCode = Type.String({ minLength: 1, maxLength: 100, examples: ['de'] });

const listQuery = {
  locale: { ...localeCode, description: 'the code of a locale other than the default' },
  kind: Type.Optional({
    ...KindName,
    description: `one of ${translationKinds.join(', ')}; by default entry`,
  }),
  type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'the slug of the content type of entries' }),
  ),
  state: Type.Optional(
    Type.String({
      description: 'missing, outdated, current, or several of them separated by commas',
      'x-document': {
        pattern: '^(missing|outdated|current)(,(missing|outdated|current)){0,2}$',
      },
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: translationBounds.page })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
};
export const TranslationQuery = Type.Object(listQuery, closed);
export type TranslationQuery = Static<TObject<typeof listQuery>>;

export const ConfirmTranslations = Type.Object(
  {
    locale: localeCode,
    ids: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: translationBounds.confirmed,
      description: `a list of 1 to ${translationBounds.confirmed} ids`,
      examples: [[exampleId('entry')]],
    }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 200,
        description: 'a list of 1 to 200 names of texts',
        examples: [['title']],
      }),
    ),
  },
  { $id: 'ConfirmTranslations', ...closed },
);
export type ConfirmTranslations = Static<typeof ConfirmTranslations>;

export const ConfirmedTranslations = Type.Object(
  {
    data: Type.Array(
      Type.Object({ id: Type.String(), state: Nullable(TranslationStateName), ...fieldKeys }, closed),
    ),
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'ConfirmedTranslations', ...closed },
);
export type ConfirmedTranslations = Static<typeof ConfirmedTranslations>;
