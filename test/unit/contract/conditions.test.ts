import { describe, expect, it } from 'vitest';
import {
  type Condition,
  conditionSources,
  hiddenFields,
  hidingField,
} from '../../../src/contract/fields/conditions.ts';
import type { FieldType } from '../../../src/contract/fields/field-types.ts';

const field = (key: string, type: FieldType, ...conditions: Condition[]) => ({
  key,
  type,
  options: conditions.length === 0 ? {} : { show_if: conditions },
});

type Fields = ReturnType<typeof field>[];
const hidden = (fields: Fields, values: Record<string, unknown>) => [
  ...hiddenFields(fields, ({ key }) => values[key]),
];

describe('a condition', () => {
  const isShown = (type: FieldType, condition: object, value: unknown) =>
    hidden([field('a', type), field('b', 'text', { field: 'a', ...condition } as Condition)], { a: value })
      .length === 0;

  it.each<[FieldType, object, unknown[], unknown[]]>([
    ['select', { eq: 'video' }, ['video'], ['audio', '', null, undefined, 'Video']],
    ['number', { eq: 0 }, [0], [1, null, undefined, '0', false]],
    ['boolean', { eq: false }, [false], [true, null, undefined]],
    ['string', { eq: '' }, [''], [null, 'a']],
    ['select', { ne: 'video' }, ['audio', '', null, undefined], ['video']],
    ['boolean', { ne: true }, [false, null, undefined], [true]],
    ['string', { in: ['a', 'b'] }, ['a', 'b'], ['c', '', null, undefined]],
    ['number', { in: [1, 2] }, [1, 2], [3, '1', null]],
    ['text', { is_null: true }, [null, undefined, ''], ['a', ' ']],
    ['text', { is_null: false }, ['a', ' '], [null, undefined, '']],
    ['number', { is_null: false }, [0, 1], [null, undefined]],
    ['boolean', { is_null: false }, [true, false], [null, undefined]],
    ['string_list', { is_null: true }, [null, undefined, []], [['a']]],
    ['blocks', { is_null: false }, [[{ id: 'blk_1' }]], [[], null, undefined]],
    ['json', { is_null: false }, [[], {}, '', 0, false, '""'], [null, undefined]],
    ['geo_point', { is_null: false }, [{ lat: 0, lng: 0 }], [null, undefined]],
  ])('on %s with %j', (type, condition, shows, hides) => {
    for (const value of shows) expect(isShown(type, condition, value), JSON.stringify(value)).toBe(true);
    for (const value of hides) expect(isShown(type, condition, value), JSON.stringify(value)).toBe(false);
  });

  it('must hold together with all others', () => {
    const both = field('c', 'text', { field: 'a', eq: 1 }, { field: 'b', is_null: false });
    const fields = [field('a', 'number'), field('b', 'text'), both];

    expect(hidden(fields, { a: 1, b: 'x' })).toEqual([]);
    expect(hidden(fields, { a: 1 })).toEqual(['c']);
    expect(hidden(fields, { b: 'x' })).toEqual(['c']);
  });

  it.each<[string, object]>([
    ['eq', { eq: 'x' }],
    ['ne', { ne: 'y' }],
    ['in', { in: ['x'] }],
    ['is_null: false', { is_null: false }],
    ['is_null: true', { is_null: true }],
  ])('on a hidden field does not hold: %s', (_, condition) => {
    const fields = [
      field('c', 'text', { field: 'b', ...condition } as Condition),
      field('b', 'string', { field: 'a', eq: true }),
      field('a', 'boolean'),
    ];

    expect(hidden(fields, { a: false, b: 'x' })).toEqual(['c', 'b']);
    expect(hidden(fields, { a: false })).toEqual(['c', 'b']);
  });

  it('on an unknown field does not hold', () => {
    expect(hidden([field('a', 'text', { field: 'gone', ne: 'x' })], {})).toEqual(['a']);
  });

  it('in a circle ends and does not hold', () => {
    const circle = [
      field('a', 'text', { field: 'b', is_null: true }),
      field('b', 'text', { field: 'a', is_null: true }),
    ];
    expect(hidden(circle, {})).toContain('a');
  });

  it('follows 100 fields that depend on each other', () => {
    const fields = Array.from({ length: 100 }, (_, i) =>
      i === 0 ? field('f0', 'boolean') : field(`f${i}`, 'boolean', { field: `f${i - 1}`, eq: true }),
    );
    const values = Object.fromEntries(fields.map(({ key }) => [key, true]));

    expect(hidden([...fields].reverse(), values)).toEqual([]);
    expect(hidden(fields, { ...values, f0: false })).toHaveLength(99);
  });
});

it('nothing is hidden without conditions', () => {
  expect(hidden([field('a', 'text'), field('b', 'number')], {})).toEqual([]);
});

it('names the fields on which a field depends, through others too', () => {
  const fields = [
    field('a', 'boolean'),
    field('b', 'string', { field: 'a', eq: true }),
    field('c', 'text', { field: 'b', eq: 'x' }, { field: 'd', is_null: false }),
    field('d', 'date'),
  ];
  const sources = fields.map((one) => [...conditionSources(fields, one)].sort());

  expect(sources).toEqual([[], ['a'], ['a', 'b', 'd'], []]);
});

describe('the field that hides another', () => {
  const fields = [
    field('kind', 'select'),
    field('video', 'url', { field: 'kind', eq: 'video' }),
    field('caption', 'text', { field: 'video', is_null: false }),
    field('credit', 'text', { field: 'kind', ne: 'none' }, { field: 'caption', is_null: false }),
  ];
  const hiding = (key: string, values: Record<string, unknown>) => {
    const hiddenField = fields.find((one) => one.key === key) ?? field(key, 'text');
    return hidingField(fields, hiddenField, (one) => values[one.key]);
  };

  it('is the field of the first condition that does not hold', () => {
    expect(hiding('video', { kind: 'text' })).toBe('kind');
    expect(hiding('credit', { kind: 'none' })).toBe('kind');
    expect(hiding('credit', { kind: 'video', video: 'https://a.example' })).toBe('caption');
  });

  it('is shown itself, however long the chain', () => {
    expect(hiding('caption', { kind: 'text', video: 'https://a.example' })).toBe('kind');
    expect(hiding('credit', { kind: 'text', caption: 'c' })).toBe('kind');
  });

  it('is none for a shown field', () => {
    expect(hiding('video', { kind: 'video' })).toBe(null);
    expect(hiding('kind', {})).toBe(null);
  });
});
