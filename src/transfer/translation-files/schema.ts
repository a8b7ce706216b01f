import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;

/** Why a unit of a file is not imported. */
export const rejections = [
  'source_changed',
  'translation_changed',
  'field_gone',
  'item_gone',
  'invalid_value',
  'markup_broken',
] as const;
export type Rejection = (typeof rejections)[number];

const counts = {
  imported: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
  rejected: Type.Array(
    Type.Object(
      { unit: Type.String(), reason: Type.Union(rejections.map((reason) => Type.Literal(reason))) },
      closed,
    ),
  ),
};

/** The results of the units of a file. */
export interface TextsReport {
  imported: number;
  unchanged: number;
  rejected: { unit: string; reason: Rejection }[];
}

export const ImportTexts = Type.Object(
  {
    file: Type.String({
      description: 'a translation file in Base64',
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      examples: ['eyJmb3JtYXQiOiAiZ2FsbGV5LXRleHRzIiwgImxvY2FsZSI6ICJkZSIsICJ1bml0cyI6IFtdfQ=='],
    }),
    dry_run: Type.Optional(Type.Boolean({ description: 'true or false' })),
    from: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'the index of the first item' }),
    ),
  },
  { $id: 'ImportTexts', ...closed },
);
export type ImportTexts = Static<typeof ImportTexts>;

/** The result of a part of an import. `next` is the index of the next item; null after the last one. */
export const ImportedTexts = Type.Object(
  { ...counts, next: Type.Union([Type.Integer(), Type.Null()]), items: Type.Integer() },
  { $id: 'ImportedTexts', ...closed },
);
export type ImportedTexts = Static<typeof ImportedTexts>;
