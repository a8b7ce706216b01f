import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { Richtext, type RichtextDocument, RichtextInput } from '../../richtext/schema.ts';
import { collectLinks } from '../../richtext/links.ts';
import { isEmptyDocument } from '../../richtext/service.ts';
import { readRichtext } from '../../richtext/read/read.ts';
import type { FieldKind } from '../kind.ts';

export const richtextKind: FieldKind = {
  type: 'richtext',
  ...fieldTypeFacts.richtext,
  options: {},
  read(value, reading) {
    const { document, warnings } = readRichtext(value, reading.at, reading.targets);
    for (const warning of warnings) reading.warn(warning);
    return document;
  },
  isEmpty: (value) => isEmptyDocument(value as RichtextDocument),
  links(value, _field, at) {
    const { media, files, refs } = collectLinks(value as RichtextDocument, at);
    return [
      ...media.map(({ id, param }) => ({ id, param, expected: 'media' as const })),
      ...files.map(({ id, param }) => ({ id, param, expected: 'media' as const, isFile: true as const })),
      ...refs.map(({ type, id, param }) => ({ id, param, expected: type })),
    ];
  },
  served: () => Richtext,
  written: () => RichtextInput,
};
