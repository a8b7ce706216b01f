import { Type } from '@sinclair/typebox';
import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { foldedStart, foldText } from '../../../contract/text/fold.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { limits } from '../../../contract/limits.ts';
import { readFormat, stringFormatNames, stringFormats } from '../../../contract/fields/string-formats.ts';
import { badValue, type FieldInput, type FieldKind } from '../kind.ts';

const length = Type.Integer({ minimum: 0, description: 'a whole number of at least 0' });

interface TextRules {
  type: 'string' | 'text' | 'url';
  options: FieldKind['options'];
  charsMax: number;
  expected: string;
  /** An example for documents. */
  example?: string;
  /** The pattern of the text, for documents. */
  pattern?: string;
  /** Converts a text to the form in which it is stored and compared. */
  normalize: (text: string) => string;
  /** Whether the text has the type's form. Lengths are checked separately. */
  fits: (text: string) => boolean;
}

function textKind({
  type,
  options,
  charsMax,
  expected,
  example,
  pattern,
  normalize,
  fits,
}: TextRules): FieldKind {
  const facts = fieldTypeFacts[type];
  const examples = example === undefined ? {} : { examples: [example] };
  return {
    type,
    ...facts,
    options,
    normalizeOptions(fieldOptions) {
      const { min_length: least, max_length: most } = fieldOptions;
      if (typeof least === 'number' && typeof most === 'number' && least > most) {
        return { why: 'min_length is larger than max_length.', at: 'min_length' };
      }
      return { options: fieldOptions };
    },
    read(value, reading) {
      if (typeof value !== 'string') throw badValue(reading, expected, jsonType(value));
      const text = normalize(value);
      if (!fits(text)) throw badValue(reading, expected, type === 'url' ? 'another text' : 'several lines');
      checkLength(text, reading, charsMax);
      return text;
    },
    normalize: (value) => normalize(value as string),
    isEmpty: (value) => value === '',
    facets: (value) => [foldedStart(value as string)],
    parseFilter: (text) => ({ facet: foldedStart(text), exact: normalize(text) }),
    ...(facts.isSortable ? { sortKey: (value: unknown) => foldText(value as string) } : {}),
    served: () => Type.String(examples),
    written({ options: { min_length: least, max_length: most = charsMax } }) {
      const bounds = {
        maxLength: Math.min(most, charsMax),
        ...(least === undefined ? {} : { minLength: least }),
      };
      const form = pattern === undefined ? {} : { 'x-document': { pattern } };
      return Type.String({ description: expected, ...bounds, ...examples, ...form });
    },
  };
}

function checkLength(text: string, reading: FieldInput, charsMax: number): void {
  const { min_length: least = 0, max_length: most = charsMax } = reading.field.options;
  // A text never has more code points than UTF-16 units, so most texts needn't be split.
  const chars = text.length > most || least > 0 ? [...text].length : text.length;
  if (chars > Math.min(most, charsMax))
    throw badValue(reading, `at most ${Math.min(most, charsMax)} characters`, `${chars} characters`);
  if (chars < least && text !== '')
    throw badValue(reading, `at least ${least} characters`, `${chars} characters`);
}

/** Whether a text has no line break of any kind. */
export const isOneLine = (text: string) => !/[\n\r\u2028\u2029]/.test(text);

/** A character of a URL: no white space and no control character. */
const urlCharacter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f]';

function isLink(text: string): boolean {
  if (text === '') return true;
  if (/[\s\p{Cc}]/u.test(text)) return false;
  if (/^\/(?![/\\])/.test(text)) return true; // browsers read both // and /\ as another host
  return /^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(text) && URL.canParse(text);
}

const plainStringKind = textKind({
  type: 'string',
  options: {
    min_length: length,
    max_length: length,
    unique: Type.Boolean(),
    format: Type.Union(
      stringFormatNames.map((name) => Type.Literal(name)),
      { description: `one of ${stringFormatNames.join(', ')}` },
    ),
    source: Type.String({ description: 'the key of a string field without a format' }),
  },
  charsMax: limits.string_chars_max,
  expected: 'a text of one line',
  normalize: toNfc,
  pattern: '^[^\\n\\r\\u2028\\u2029]*$',
  fits: isOneLine,
});

/** Strings, with the formats that `options.format` adds. Filters that compare whole texts compare their stored form. */
export const stringKind: FieldKind = {
  ...plainStringKind,
  normalizeOptions(options) {
    if (options['source'] !== undefined && options['format'] !== 'slug')
      return { why: 'source needs the format slug.', at: 'source' };
    return plainStringKind.normalizeOptions?.(options) ?? { options };
  },
  read(value, reading) {
    const text = plainStringKind.read(value, reading) as string;
    const { format } = reading.field.options;
    if (format === undefined) return text;
    const storedText = readFormat(format, text);
    if (storedText === null) throw badValue(reading, stringFormats[format].expected, text.slice(0, 80));
    return storedText;
  },
  wholeText(text, { options: { format } }) {
    return (format === undefined ? null : readFormat(format, text)) ?? text;
  },
  written(field) {
    const { format } = field.options;
    const plain = plainStringKind.written(field);
    if (format === undefined) return plain;
    const { expected, pattern, charsMax, example } = stringFormats[format];
    const form = format === 'email' ? { format: 'email' } : { pattern: `^$|${pattern}` };
    const maxLength = Math.min(Number(plain['maxLength']), charsMax);
    return { ...plain, description: expected, maxLength, examples: [example], 'x-document': form };
  },
};

export const textKindOfManyLines = textKind({
  type: 'text',
  options: { min_length: length, max_length: length },
  charsMax: limits.text_chars_max,
  expected: 'a text',
  normalize: toNfc,
  fits: () => true,
});

export const urlKind = textKind({
  type: 'url',
  options: { unique: Type.Boolean() },
  charsMax: limits.url_chars_max,
  expected: 'an http, https, mailto or tel address, or a path beginning with /',
  example: 'https://kites.example.org/leaflet',
  normalize: (text) => text, // servers may distinguish two forms of a path
  pattern: `^(?:|/(?![/\\\\])${urlCharacter}*|[Hh][Tt][Tt][Pp][Ss]?://(?!/)${urlCharacter}+|(?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]):${urlCharacter}+)$`,
  fits: isLink,
});
