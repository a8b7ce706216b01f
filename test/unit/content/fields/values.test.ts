import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/contract/errors/api-error.ts';
import { fieldKindOf } from '../../../../src/content/fields/kinds.ts';
import { readDefinition } from '../../../../src/content/fields/definition.ts';
import type { FieldType } from '../../../../src/contract/fields/field-types.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';

/** Options without which a type cannot be defined. */
const needed: Partial<Record<FieldType, object>> = {
  select: { choices: ['red', 'green'] },
  link: { target: 'author' },
  link_list: { target: 'author' },
  reference: { content_type: 'page' },
  reference_list: { content_type: 'page' },
};

function field(type: FieldType, options: object = {}): Field {
  return readDefinition({ key: 'f', type, options: { ...needed[type], ...options } }, 'fields[0]');
}

function read(of: Field, value: unknown): unknown {
  return fieldKindOf(of).read(value, { field: of, at: of.key, warn: () => undefined });
}

function refusal(of: Field, value: unknown): ApiError | null {
  try {
    read(of, value);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const long = (chars: number) => 'x'.repeat(chars);
const id = (n: number) => `ent_${String(n).padStart(26, '0')}`;

describe('a value that fits is stored', () => {
  it.each<[FieldType, unknown]>([
    ['string', 'A line'],
    ['string', ''],
    ['string', 'tab\there'],
    ['string', long(500)],
    ['string', '😀'.repeat(500)],
    ['text', 'two\nlines'],
    ['text', long(50_000)],
    ['number', 5],
    ['number', -0.5],
    ['number', 9_007_199_254_740_991],
    ['number', -9_007_199_254_740_991],
    ['boolean', true],
    ['boolean', false],
    ['date', '2026-02-28'],
    ['date', '2026-02-28T10:00:00.000Z'],
    ['select', 'red'],
    ['url', 'https://example.com/a?b=c#d'],
    ['url', 'HTTP://EXAMPLE.com'],
    ['url', 'mailto:a@example.com'],
    ['url', 'tel:+49123'],
    ['url', '/path/to'],
    ['url', '/'],
    ['url', ''],
    ['url', `https://example.com/${long(2_028)}`],
    ['image', 'med_01h00000000000000000000000'],
    ['gallery', ['med_01h00000000000000000000000']],
    ['gallery', []],
    ['link', 'aut_01h00000000000000000000000'],
    ['reference', id(1)],
    ['reference_list', [id(1), id(2), id(1)]],
    ['reference_list', Array.from({ length: 200 }, (_, i) => id(i))],
  ])('%s as it is: %j', (type, value) => {
    expect(read(field(type), value)).toEqual(value);
  });

  it.each([
    ['2026-02-28T10:00:00+02:00', '2026-02-28T08:00:00.000Z'],
    ['2026-02-28T10:00:00', '2026-02-28T10:00:00.000Z'],
    ['2026-02-28 10:00', '2026-02-28T10:00:00.000Z'],
  ])('date %s normalised to UTC', (sent, stored) => {
    expect(read(field('date'), sent)).toBe(stored);
  });

  it('number -0 as 0', () => {
    expect(Object.is(read(field('number'), -0), 0)).toBe(true);
  });
});

describe('a value that does not fit is invalid_field_value with expected and got', () => {
  it.each<[FieldType, object, unknown, string, string]>([
    ['string', {}, 5, 'a text of one line', 'number'],
    ['string', {}, ['a'], 'a text of one line', 'array'],
    ['string', {}, 'a\nb', 'a text of one line', 'several lines'],
    ['string', {}, 'a\u2028b', 'a text of one line', 'several lines'],
    ['string', {}, long(501), 'at most 500 characters', '501 characters'],
    ['string', {}, '😀'.repeat(501), 'at most 500 characters', '501 characters'],
    ['string', { max_length: 3 }, 'four', 'at most 3 characters', '4 characters'],
    ['string', { min_length: 3 }, 'ab', 'at least 3 characters', '2 characters'],
    ['string', { max_length: 9000 }, long(501), 'at most 500 characters', '501 characters'],
    ['text', {}, true, 'a text', 'boolean'],
    ['text', {}, long(50_001), 'at most 50000 characters', '50001 characters'],
    ['number', {}, '5', 'number', 'string'],
    ['number', {}, true, 'number', 'boolean'],
    ['number', {}, Infinity, 'number', 'number'],
    ['number', { min: 1 }, 0, 'at least 1', '0'],
    ['number', { max: 1 }, 1.5, 'at most 1', '1.5'],
    ['number', { integer: true }, 1.5, 'a whole number', '1.5'],
    ['boolean', {}, 'true', 'boolean', 'string'],
    ['boolean', {}, 1, 'boolean', 'number'],
    ['date', {}, 20260228, 'a date: YYYY-MM-DD, or an RFC 3339 date-time', 'number'],
    ['date', {}, '28.02.2026', 'a date: YYYY-MM-DD, or an RFC 3339 date-time', 'another text'],
    ['date', {}, '2026-02-30', 'a date: YYYY-MM-DD, or an RFC 3339 date-time', 'another text'],
    ['date', {}, '', 'a date: YYYY-MM-DD, or an RFC 3339 date-time', 'another text'],
    ['select', {}, 'blue', 'one of red, green', 'blue'],
    ['select', {}, '', 'one of red, green', ''],
    ['select', {}, 1, 'one of the choices', 'number'],
    ['image', {}, { id: 'med_01h00000000000000000000000', url: 'x' }, 'the id of the target', 'object'],
    ['gallery', {}, 'med_01h00000000000000000000000', 'a list of ids', 'string'],
    ['gallery', {}, [{ id: 'med_1' }], 'the id of the target', 'object'],
    ['gallery', { max_items: 1 }, ['a', 'b'], 'at most 1 items', '2 items'],
    ['link', {}, 7, 'the id of the target', 'number'],
    ['link_list', {}, [null], 'the id of the target', 'null'],
    ['reference', {}, [id(1)], 'the id of the target', 'array'],
    ['reference_list', {}, Array.from({ length: 201 }, (_, i) => id(i)), 'at most 200 items', '201 items'],
  ])('%s %j: %j', (...[type, options, value, expected, got]) => {
    expect(refusal(field(type, options), value)).toMatchObject({
      code: 'invalid_field_value',
      hints: { param: 'f', expected, got },
    });
  });

  it.each([
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/\\example.com',
    'https://',
    'http:///x',
    'https://exa mple.com',
    '/a b',
    'mailto:',
    ' https://example.com',
    'https://example.com\n',
    'https://x.example/\u0001',
    'https://x.example/\u007f',
    'mailto:\u0001',
    '/path\u0085',
  ])('url: %j', (value) => {
    expect(refusal(field('url'), value)).toMatchObject({
      code: 'invalid_field_value',
      hints: { param: 'f' },
    });
  });
});

describe('a value is empty', () => {
  it.each<[FieldType, unknown, boolean]>([
    ['string', '', true],
    ['string', ' ', false],
    ['text', '', true],
    ['url', '', true],
    ['number', 0, false],
    ['boolean', false, false],
    ['gallery', [], true],
    ['link_list', [], true],
    ['reference_list', [], true],
    ['richtext', { version: 2, content: [] }, true],
    ['richtext', { version: 2, content: [{ type: 'paragraph' }] }, true],
  ])('%s %j: %s', (type, value, isEmpty) => {
    expect(fieldKindOf(field(type)).isEmpty(value)).toBe(isEmpty);
  });
});
