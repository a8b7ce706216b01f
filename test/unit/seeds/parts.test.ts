import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../src/seeds/files/front-matter.ts';
import { namesIn, withIds } from '../../../src/seeds/files/names.ts';
import { sortByDependencies } from '../../../src/seeds/order.ts';
import { withDates } from '../../../src/seeds/seed-dates.ts';

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

describe('a setting', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');

  it.each([
    ['+30d', '2026-12-21T12:00:00.000Z'],
    ['-10d', '2026-11-11T12:00:00.000Z'],
    ['+2h', '2026-11-21T14:00:00.000Z'],
    ['-15m', '2026-11-21T11:45:00.000Z'],
  ])('of %s is a date', (text, iso) => {
    expect(withDates({ published_at: text }, now)).toEqual({ published_at: iso });
  });

  it.each(['', '2026-03-14', '30d', '+30', '+30w', '+30d later'])('of %j stays as it is', (text) => {
    expect(withDates({ published_at: text }, now)).toEqual({ published_at: text });
  });

  it('counts only outside the values of an entry', () => {
    const body = { values: { distance: '+30d' } };
    expect(withDates(body, now)).toEqual(body);
  });
});

describe('the order of storing', () => {
  const order = (needs: Record<string, string[]>) =>
    sortByDependencies(
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
    expect(order({ a: ['b'], b: ['c'], c: ['b'] }).cycle).toEqual(['b', 'c', 'b']);
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
    'image/one.png': 'med_1',
  };
  const idOf = (name: string) => stored[name] ?? null;

  it.each([
    ['[Dry](seed:kb_article/dry) it', '[Dry](kb_article:kba_1) it'],
    ['[a *thing*](seed:thing/a "Title")', '[a *thing*](entry:ent_1 "Title")'],
    ['see [Bob](seed:author/bob).', 'see Bob.'],
    ['![Alt](seed:one.png "Caption")', '![Alt](med_1 "Caption")'],
    ['before ![Alt](seed:two.png "Caption") after', 'before  after'],
    ['[out](https://example.org/seed:thing/a)', '[out](https://example.org/seed:thing/a)'],
  ])('in Markdown: %s', (markdown, filled) => {
    expect(withIds({ body: { markdown } }, idOf)).toEqual({ body: { markdown: filled } });
  });

  it('in a document, without what is missing', () => {
    const link = (id: string) => ({ type: 'link', attrs: { ref: { type: 'entry', id } } });
    const image = (media_id: string) => ({ type: 'image', attrs: { media_id, alt: 'x' } });
    const text = (id: string) => ({ type: 'text', text: 'x', marks: [{ type: 'bold' }, link(id)] });
    const content = [
      { type: 'paragraph', content: [text('seed:thing/a'), text('seed:thing/b')] },
      image('seed:one.png'),
      image('seed:two.png'),
    ];

    expect(withIds({ content }, idOf)).toEqual({
      content: [
        {
          type: 'paragraph',
          content: [text('ent_1'), { type: 'text', text: 'x', marks: [{ type: 'bold' }] }],
        },
        image('med_1'),
      ],
    });
  });

  it('in settings and in the values of an entry', () => {
    const body = {
      values: {
        title: 'thing/a',
        image: 'seed:two.png',
        gallery: ['seed:two.png', 'seed:one.png'],
        by: 'seed:author/ada',
        things: ['seed:thing/a', 'seed:thing/b'],
      },
      seo: { og_image_id: 'seed:two.png', no_index: true },
    };

    expect(withIds(body, idOf)).toEqual({
      values: { title: 'thing/a', gallery: ['med_1'], by: 'aut_1', things: ['ent_1'] },
      seo: { no_index: true },
    });
  });

  it('are found where they stand', () => {
    const body = { authors: ['seed:author/ada'], body: { markdown: 'One.\n\n![Alt](seed:one.png)' } };

    expect(namesIn(body)).toEqual([
      { name: 'author/ada', path: ['authors', 0], markdownLine: null },
      { name: 'image/one.png', path: ['body', 'markdown'], markdownLine: 2 },
    ]);
  });
});
