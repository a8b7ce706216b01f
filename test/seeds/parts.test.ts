import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillRichtext, fillValues } from '../../src/seeds/fill.ts';
import { splitFrontMatter } from '../../src/seeds/front-matter.ts';
import { orderByNeed } from '../../src/seeds/order.ts';
import type { FieldFile } from '../../src/seeds/schema.ts';
import { readSeedDate } from '../../src/seeds/seed-dates.ts';

describe('front matter', () => {
  it.each([
    ['---\na: 1\n---\nText\n', { yaml: 'a: 1', yamlLine: 2, markdown: 'Text', markdownLine: 4 }],
    ['---\na: 1\n---\n\n\nText', { yaml: 'a: 1', yamlLine: 2, markdown: 'Text', markdownLine: 6 }],
    ['---\r\na: 1\r\n---\r\nText\r\n', { yaml: 'a: 1', yamlLine: 2, markdown: 'Text', markdownLine: 4 }],
    ['---\na: 1\n---', { yaml: 'a: 1', yamlLine: 2, markdown: '', markdownLine: 4 }],
    [
      '---\na: 1\n---\nOne\n\n---\n\nTwo',
      { yaml: 'a: 1', yamlLine: 2, markdown: 'One\n\n---\n\nTwo', markdownLine: 4 },
    ],
    ['Text', null],
    ['---\na: 1', null],
    ['', null],
  ])('of %j is split at its fences', (text, parts) => {
    expect(splitFrontMatter(text)).toEqual(parts);
  });
});

describe('a moment', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');

  it.each([
    ['2026-03-14', '2026-03-14T00:00:00.000Z'],
    ['2026-03-14T08:30', '2026-03-14T08:30:00.000Z'],
    ['2026-03-14T08:30:15Z', '2026-03-14T08:30:15.000Z'],
    ['2026-03-14T08:30:00+02:00', '2026-03-14T06:30:00.000Z'],
    ['+30d', '2026-12-21T12:00:00.000Z'],
    ['-10d', '2026-11-11T12:00:00.000Z'],
    ['+2h', '2026-11-21T14:00:00.000Z'],
    ['-15m', '2026-11-21T11:45:00.000Z'],
  ])('%s is read', (text, iso) => {
    expect(readSeedDate(text, now)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    'tomorrow',
    '30d',
    '+30',
    '+30w',
    '2026-02-31',
    '2026-13-01',
    '2026-03-14T25:00',
    '14.03.2026',
  ])('%j is none', (text) => {
    expect(readSeedDate(text, now)).toBeNull();
  });
});

describe('the order of storing', () => {
  const order = (needs: Record<string, string[]>) =>
    orderByNeed(
      Object.keys(needs),
      (name) => name,
      (name) => needs[name] ?? [],
    );

  it('puts what is needed first and leaves the rest as it was', () => {
    expect(order({ a: ['c'], b: [], c: ['d'], d: [] }).items).toEqual(['d', 'c', 'a', 'b']);
  });

  it('lets an item name itself, and names that belong to no item', () => {
    expect(order({ a: ['a', 'x'] }).items).toEqual(['a']);
  });

  it('names a circle', () => {
    expect(order({ a: ['b'], b: ['c'], c: ['b'] }).loop).toEqual(['b', 'c', 'b']);
  });

  it('holds for any graph without circles', () => {
    const graph = fc.array(fc.array(fc.nat(19), { maxLength: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(graph, (edges) => {
        const needs = Object.fromEntries(
          edges.map((targets, i) => [
            `n${i}`,
            targets.filter((target) => target > i).map((target) => `n${target}`),
          ]),
        );
        const { items } = order(needs);
        const places = new Map(items?.map((name, place) => [name, place]));
        expect(items).toHaveLength(edges.length);
        for (const [name, targets] of Object.entries(needs)) {
          for (const target of targets.filter((need) => Object.hasOwn(needs, need))) {
            expect(places.get(target)).toBeLessThan(places.get(name) ?? NaN);
          }
        }
      }),
    );
  });
});

describe('names filled in', () => {
  const stored: Record<string, string> = {
    'thing/a': 'ent_1',
    'author/ada': 'aut_1',
    'kb_article/dry': 'kba_1',
    'one.png': 'med_1',
  };
  const ids = {
    idOf: (name: string) => stored[name] ?? null,
    mediaIdOf: (image: string) => stored[image] ?? null,
  };

  it.each([
    ['[Dry](seed:kb_article/dry) it', '[Dry](kb_article:kba_1) it'],
    ['[a *thing*](seed:thing/a "Title")', '[a *thing*](entry:ent_1 "Title")'],
    ['see [Bob](seed:author/bob).', 'see Bob.'],
    ['![Alt](seed:one.png "Caption")', '![Alt](med_1 "Caption")'],
    ['before ![Alt](seed:two.png "Caption") after', 'before  after'],
    ['[out](https://example.org/seed:thing/a)', '[out](https://example.org/seed:thing/a)'],
  ])('in Markdown: %s', (markdown, filled) => {
    expect(fillRichtext({ markdown }, ids)).toEqual({ markdown: filled });
  });

  it('in a document, without what is missing', () => {
    const link = (id: string) => ({ type: 'link', attrs: { ref: { type: 'entry', id } } });
    const image = (media_id: string) => ({ type: 'image', attrs: { media_id, alt: 'x' } });
    const text = (id: string) => ({ type: 'text', text: 'x', marks: [{ type: 'bold' }, link(id)] });
    const document = {
      content: [
        { type: 'paragraph', content: [text('thing/a'), text('thing/b')] },
        image('one.png'),
        image('two.png'),
        { type: 'blockquote', content: [image('two.png')] },
      ],
    };

    expect(fillRichtext(document, ids)).toEqual({
      content: [
        {
          type: 'paragraph',
          content: [text('ent_1'), { type: 'text', text: 'x', marks: [{ type: 'bold' }] }],
        },
        image('med_1'),
        { type: 'blockquote', content: [{ type: 'paragraph' }] },
      ],
    });
  });

  it('in the values of an entry', () => {
    const fields: FieldFile[] = [
      { key: 'title', type: 'string' },
      { key: 'body', type: 'richtext' },
      { key: 'image', type: 'image' },
      { key: 'gallery', type: 'gallery' },
      { key: 'by', type: 'link', options: { target: 'author' } },
      { key: 'things', type: 'reference_list', options: { content_type: 'thing' } },
    ];
    const values = {
      title: 'thing/a',
      body: { markdown: '[x](seed:thing/a)' },
      image: 'two.png',
      gallery: ['two.png', 'one.png'],
      by: 'author/ada',
      things: ['thing/a', 'thing/b'],
    };

    expect(fillValues(fields, values, ids)).toEqual({
      title: 'thing/a',
      body: { markdown: '[x](entry:ent_1)' },
      image: null,
      gallery: ['med_1'],
      by: 'aut_1',
      things: ['ent_1'],
    });
  });
});
