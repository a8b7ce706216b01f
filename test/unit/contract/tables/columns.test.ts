import { describe, expect, it } from 'vitest';
import { columnOfField, keyOfColumn, matchColumns } from '../../../../src/contract/tables/columns.ts';

const fields = [
  { key: 'title', label: 'Title' },
  { key: 'price', label: 'Price in €' },
  { key: 'size', label: 'Größe' },
  { key: 'width', label: 'Measure' },
  { key: 'height', label: 'Measure' },
  { key: 'status', label: 'Stock' },
];
const match = (headers: string[], { map = {}, skip = [] }: { map?: object; skip?: string[] } = {}) => {
  const choices = { map: new Map(Object.entries(map)) as Map<string, string>, skip: new Set(skip) };
  const { columns, problems } = matchColumns(headers, fields, choices);
  return { fields: columns.map(({ field }) => field), problems };
};

describe('the columns of a table', () => {
  it.each([
    ['title', 'title'],
    ['TITLE', 'title'],
    [' Price in € ', 'price'],
    ['GRÖSSE'.replace('SS', 'ß'), 'size'],
    ['Gro\u0308ße', 'size'],
    ['ID', 'id'],
    ['Published_At', 'published_at'],
    ['status', 'status'],
    ['Stock', 'values.status'],
    ['values.status', 'values.status'],
    ['created_at', null],
    ['Updated_at', null],
    ['', null],
  ])('matches the header %j with %j', (header, field) => {
    expect(match([header])).toEqual({ fields: [field], problems: [] });
  });

  it('reports headers that name nothing, several fields, or one field twice', () => {
    expect(match(['colour', 'Measure', 'Title', 'title']).problems).toEqual([
      { code: 'unknown', name: 'colour' },
      { code: 'ambiguous', name: 'Measure' },
      { code: 'repeated', name: 'title', field: 'title' },
    ]);
  });

  it('maps and skips columns by their headers', () => {
    const choices = { map: { Name: 'title', cost: 'Price in €' }, skip: ['Internal note'] };
    expect(match(['name', 'Cost', 'internal note'], choices)).toEqual({
      fields: ['title', 'price', null],
      problems: [],
    });
  });

  it('reports choices that name no column, or no field', () => {
    expect(match(['title'], { map: { Name: 'title' }, skip: ['x'] }).problems).toEqual([
      { code: 'unknown_header', name: 'Name' },
      { code: 'unknown_header', name: 'x' },
    ]);
    expect(match(['Name'], { map: { Name: 'nothing' } }).problems).toEqual([
      { code: 'unknown_target', name: 'Name', field: 'nothing' },
    ]);
  });

  it('names a field apart from the columns of the entry', () => {
    expect(columnOfField({ key: 'status', label: '' })).toBe('values.status');
    expect([keyOfColumn('values.status'), keyOfColumn('status'), keyOfColumn('title')]).toEqual([
      'status',
      null,
      'title',
    ]);
  });
});
