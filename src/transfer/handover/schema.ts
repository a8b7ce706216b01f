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

export const TextsReport = Type.Object(
  {
    imported: Type.Integer({ minimum: 0 }),
    unchanged: Type.Integer({ minimum: 0 }),
    rejected: Type.Array(
      Type.Object(
        { unit: Type.String(), reason: Type.Union(rejections.map((reason) => Type.Literal(reason))) },
        closed,
      ),
    ),
  },
  { $id: 'TextsReport', ...closed },
);
export type TextsReport = Static<typeof TextsReport>;
