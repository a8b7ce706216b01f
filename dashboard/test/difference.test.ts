import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/content/fields/schema.ts';
import { textBlocksOf } from '../src/features/editing/difference/text-blocks.ts';
import {
  fieldDifferences,
  foldLines,
  valueLines,
} from '../src/features/editing/difference/field-difference.ts';
import { documentLines } from '../src/features/editing/difference/lines.ts';
import { wordCounts, wordRuns } from '../src/features/editing/difference/words.ts';

const text = (words: string, marks?: object[]) => ({
  type: 'text',
  text: words,
  ...(marks ? { marks } : {}),
});
const paragraph = (words: string, marks?: object[]) => ({ type: 'paragraph', content: [text(words, marks)] });
const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] });
const item = (...content: object[]) => ({ type: 'listItem', content });
const list = (...content: object[]) => ({ type: 'bulletList', content });
const document = (...content: object[]) => ({ version: 2, content });
const named = (id: string) => ({ med_1: 'harbour.png', ent_1: 'Ada', ent_2: 'Grace' })[id] ?? id;
const lines = (before: object, after: object) =>
  documentLines(textBlocksOf(before, named), textBlocksOf(after, named)).map(({ kind, block, runs }) => [
    kind,
    block,
    runs.map(({ kind: of, text: words }) => `${of}:${words}`).join('|'),
  ]);
const field = (type: Field['type'], options = {}): Field => ({ key: 'f', label: 'F', type, options });

describe('the words of two texts', () => {
  it.each([
    ['a word is another', 'The old boat', 'The new boat', ['same:The ', 'out:old', 'in:new', 'same: boat']],
    [
      'neighbouring changes are one phrase',
      'one two end',
      'six ten end',
      ['out:one two', 'in:six ten', 'same: end'],
    ],
    ['words without spaces', '我喜欢船', '我喜欢海', ['same:我喜欢', 'out:船', 'in:海']],
    ['letters with accents', 'Стоит лодка', 'Стоит баржа', ['same:Стоит ', 'out:лодка', 'in:баржа']],
    ['nothing before', '', 'New', ['in:New']],
    ['nothing after', 'Old', '', ['out:Old']],
  ])('%s', (_name, before, after, expected) => {
    expect(wordRuns(before, after).map(({ kind, text: words }) => `${kind}:${words}`)).toEqual(expected);
  });

  it('give back both texts, whatever they are', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '船', '.'), maxLength: 60 });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const runs = wordRuns(before, after);
        const without = (kind: string) =>
          runs
            .filter((run) => run.kind !== kind)
            .map((run) => run.text)
            .join('');
        expect([without('in'), without('out')]).toEqual([before, after]);
      }),
    );
  });

  it('are counted in and out', () => {
    expect(wordCounts(wordRuns('a red boat sank', 'a blue ship'))).toEqual({ in: 2, out: 3 });
  });
});

describe('two documents', () => {
  it('differ block by block, and word by word inside a block that stays', () => {
    const before = document(heading('Harbour'), paragraph('The boat is red.'), paragraph('Gone soon'));
    const after = document(
      heading('Harbour'),
      paragraph('The boat is blue.'),
      list(item(paragraph('Ropes'))),
    );
    expect(lines(before, after)).toEqual([
      ['same', 'heading 2', 'same:Harbour'],
      ['changed', 'text', 'same:The boat is |out:red|in:blue|same:.'],
      ['in', 'list item', 'in:Ropes'],
      ['out', 'text', 'out:Gone soon'],
    ]);
  });

  it('name a block whose words stay and whose form changes', () => {
    expect(lines(document(paragraph('Plain')), document(paragraph('Plain', [{ type: 'bold' }])))).toEqual([
      ['form', 'text', 'same:Plain'],
    ]);
  });

  it('show tables by row and images by name', () => {
    const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] });
    const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('Tide'), cell('Low')] }] };
    const image = { type: 'image', attrs: { media_id: 'med_1' } };
    expect(lines(document(), document(table, image))).toEqual([
      ['in', 'table row', 'in:Tide | Low'],
      ['in', 'image', 'in:harbour.png'],
    ]);
  });

  it('are compared in a second also when each has 2,000 blocks and all of them differ', () => {
    const many = (word: string) =>
      document(
        ...Array.from({ length: 2_000 }, (_, index) => paragraph(`${word} ${index} ${'x '.repeat(20)}`)),
      );
    const begun = performance.now();
    const lines = documentLines(textBlocksOf(many('old'), named), textBlocksOf(many('new'), named));
    expect(lines.filter(({ kind }) => kind !== 'same').length).toBeGreaterThanOrEqual(2_000);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('a field', () => {
  const shown = (type: Field['type'], before: unknown, after: unknown, options = {}) =>
    valueLines(field(type, options), before, after, named).flatMap(({ runs }) =>
      runs.map(({ kind, text: words }) => `${kind}:${words}`),
    );

  it('that is a number or a choice is replaced as a whole, by its label', () => {
    expect(shown('number', 10, 12)).toEqual(['out:10', 'in:12']);
    const choices = [{ value: 'r', label: 'Red' }];
    expect(shown('select', null, 'r', { choices })).toEqual(['in:Red']);
  });

  it('that is a list shows what came and what went, by name', () => {
    expect(shown('reference_list', ['ent_1'], ['ent_1', 'ent_2'])).toEqual(['same:Ada', 'in:Grace']);
    expect(shown('gallery', ['med_1'], null)).toEqual(['out:harbour.png']);
  });

  it('that is equal is left out, and long stretches without change are folded', () => {
    const body = (words: string) =>
      document(...[...'abcdefg'].map((letter) => paragraph(letter)), paragraph(words));
    const fields = [
      { key: 'title', label: 'Title', type: 'string' as const, options: {} },
      { key: 'body', label: 'Body', type: 'richtext' as const, options: {} },
    ];
    const [only, ...others] = fieldDifferences(
      fields,
      { title: 'T', body: body('the old end') },
      { title: 'T', body: body('the new end') },
      { nameOf: named },
    );
    expect([only?.label, only?.words, others]).toEqual(['Body', { in: 1, out: 1 }, []]);
    expect(foldLines(only?.lines ?? [])).toMatchObject([
      { kind: 'skipped', count: 6 },
      { kind: 'same' },
      { kind: 'changed' },
    ]);
  });
});
