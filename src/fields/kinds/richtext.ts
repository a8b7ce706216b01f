import { Type } from '@sinclair/typebox';
import type { RichtextDocument } from '../../richtext/schema.ts';
import { collectLinks, isEmptyDocument, readRichtext } from '../../richtext/service.ts';
import type { FieldKind } from '../kind.ts';

export const richtextKind: FieldKind = {
  type: 'richtext',
  operators: ['is_null'],
  options: {},
  read(value, reading) {
    const { document, warnings } = readRichtext(value, reading.at);
    for (const warning of warnings) reading.warn(warning);
    return document;
  },
  isEmpty: (value) => isEmptyDocument(value as RichtextDocument),
  links(value, _field, at) {
    const { media, refs } = collectLinks(value as RichtextDocument, at);
    return [
      ...media.map(({ id, param }) => ({ id, param, expected: 'media' as const })),
      ...refs.map(({ type, id, param }) => ({ id, param, expected: type })),
    ];
  },
  served: () =>
    Type.Object(
      {
        html: Type.String(),
        json: Type.Object({ version: Type.Literal(2), content: Type.Array(Type.Unknown()) }),
        plain: Type.String(),
        toc: Type.Array(
          Type.Object(
            { level: Type.Integer(), text: Type.String(), id: Type.String() },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
};
