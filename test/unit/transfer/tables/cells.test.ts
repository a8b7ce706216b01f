import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, fieldKindOf, readRichtext } from '../../../../src/content/index.ts';
import { type FieldType, fieldTypes } from '../../../../src/contract/fields/field-types.ts';
import { readCell } from '../../../../src/transfer/tables/read-cell.ts';
import { writeCell } from '../../../../src/transfer/tables/write-cell.ts';

const fieldOf = (type: FieldType): Field => ({ key: 'x', label: 'X', type, options: {} });

const text = fc.string({
  unit: fc.constantFrom("'", '=', '-', '"', ',', ';', '|', '\\', '\n', '\r', ' ', 'ä', '<'),
});
const item = fc.string({ minLength: 1, unit: fc.constantFrom('|', '\\', ' ', '=', "'", 'é') });
const filled = text.filter((value) => value !== '');
const id = (prefix: string) => fc.integer({ min: 0 }).map((n) => `${prefix}_${String(n).padStart(26, '0')}`);
const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }).map((n) => (n === 0 ? 0 : Number(n.toFixed(12)) + 0)),
  lng: fc.double({ min: -180, max: 180, noNaN: true }).map((n) => (n === 0 ? 0 : Number(n.toFixed(12)) + 0)),
});
const json = fc.jsonValue({ depthSize: 'small' }).filter((value) => value !== null);

/** Values of each field type in their written form. Rich text has its own test. */
const values: Record<Exclude<FieldType, 'richtext'>, fc.Arbitrary<unknown>> = {
  string: filled,
  text: filled,
  select: filled,
  url: fc.webUrl(),
  number: fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((n) => (n === 0 ? 0 : n)),
  boolean: fc.boolean(),
  date: fc.constantFrom('2026-05-09', '2026-05-09T10:00:00.000Z'),
  image: id('med'),
  file: id('med'),
  gallery: fc.array(id('med'), { minLength: 1 }),
  file_list: fc.array(id('med'), { minLength: 1 }),
  link: id('art'),
  link_list: fc.array(id('art'), { minLength: 1 }),
  reference: id('ent'),
  reference_list: fc.array(id('ent'), { minLength: 1 }),
  string_list: fc.array(item, { minLength: 1 }),
  json: json.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  geo_point: point,
  blocks: fc.array(fc.record({ block: fc.constant('hero'), values: fc.record({ title: text }) }), {
    minLength: 1,
  }),
};

describe('a value in a cell', () => {
  it.each(Object.entries(values))('is read back: %s', (type, arbitrary) => {
    const field = fieldOf(type as FieldType);
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(readCell(field, writeCell(field, value))).toEqual(value);
      }),
    );
  });

  it('has a form for each type', () => {
    expect([...Object.keys(values), 'richtext'].sort()).toEqual([...fieldTypes].sort());
  });

  it.each(fieldTypes)('is empty if the field is: %s', (type) => {
    expect(writeCell(fieldOf(type), null)).toBe('');
    expect(readCell(fieldOf(type), '')).toBeNull();
  });
});

describe('rich text in a cell', () => {
  it('keeps images, links to content and files, and their texts', () => {
    const [media, entry] = [`med_${'0'.repeat(26)}`, `ent_${'0'.repeat(26)}`];
    const link = (attrs: object) => [{ type: 'link', attrs }];
    const { document } = readRichtext(
      {
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '= 1 < 2 & "3"' }] },
          { type: 'image', attrs: { media_id: media } },
          { type: 'image', attrs: { media_id: media, alt: '', caption: 'A boat' } },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'to an entry', marks: link({ ref: { type: 'entry', id: entry } }) },
              { type: 'text', text: ', ' },
              { type: 'text', text: 'a file', marks: link({ ref: { type: 'media', id: media } }) },
              { type: 'text', text: ' and ' },
              { type: 'text', text: 'a page', marks: link({ href: 'https://example.com/?a=1&b=2' }) },
            ],
          },
        ],
      },
      'x',
    );
    const field = fieldOf('richtext');
    const cell = writeCell(field, document);
    expect(cell).toMatch(/^<h2/);
    const read = fieldKindOf(field).read(readCell(field, cell), { field, at: 'x', warn: () => undefined });
    expect(read).toEqual(document);
  });

  it.each([
    ['**Bold**', { markdown: '**Bold**' }],
    ["'- one\n- two", { markdown: '- one\n- two' }],
    ['<p>Text</p>', { html: '<p>Text</p>' }],
    [' <p>Text</p>', { html: ' <p>Text</p>' }],
  ])('%j is Markdown or HTML', (cell, value) => {
    expect(readCell(fieldOf('richtext'), cell)).toEqual(value);
  });
});

describe('a cell that people wrote', () => {
  it.each<[FieldType, string, unknown]>([
    ['boolean', 'YES', true],
    ['boolean', ' no ', false],
    ['boolean', '1', true],
    ['boolean', '0', false],
    ['number', ' 12.50 ', 12.5],
    ['number', "'-5", -5],
    ['date', ' 2026-05-09 ', '2026-05-09'],
    ['geo_point', "'-33.8, 151.2", { lat: -33.8, lng: 151.2 }],
    ['geo_point', '{"lat": 1, "lng": 2}', { lat: 1, lng: 2 }],
    ['reference', ' ent_1 ', 'ent_1'],
    ['string_list', 'red | green', ['red', 'green']],
    ['string', ' text ', ' text '],
    ['number', '  ', null],
  ])('is read: %s %j', (type, cell, value) => {
    expect(readCell(fieldOf(type), cell)).toEqual(value);
  });

  it.each<[FieldType, string]>([
    ['boolean', 'maybe'],
    ['number', '1,5'],
    ['number', '0x10'],
    ['number', 'Infinity'],
    ['json', '{'],
    ['blocks', '{}'],
    ['geo_point', 'Kiel'],
  ])('is rejected: %s %j', (type, cell) => {
    expect(() => readCell(fieldOf(type), cell)).toThrow(
      expect.objectContaining({
        code: 'invalid_field_value',
        hints: expect.objectContaining({ param: 'x' }),
      }),
    );
  });
});
