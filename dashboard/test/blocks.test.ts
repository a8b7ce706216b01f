import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/contract/fields/blocks.ts';
import { flattenBlocks, assembleBlocks, buildSaveBody } from '../src/features/blocks/outline/flatten.ts';
import { mergeBlocks } from '../src/features/blocks/outline/merge-blocks.ts';
import { mergeOutlines } from '../src/features/blocks/outline/merge-outlines.ts';
import {
  insertItem,
  type Outline,
  type OutlineItem,
  eachBlock,
  removeItem,
} from '../src/features/blocks/outline/outline.ts';

const item = (id: string, items?: Outline): OutlineItem => ({
  id,
  block: 'hero',
  lists: items === undefined ? {} : { items },
});
const ids = (outline: Outline) => [...eachBlock(outline, 'sections')].map((place) => place.item.id).join(' ');
const line = (names: string) => names.split(' ').map((id) => item(id));
const merged = (base: Outline, mine: Outline, theirs: Outline) =>
  mergeOutlines({ base, mine, theirs }, { prefer: 'mine', keepIds: new Set() });

let made = 0;
const blockOf: fc.Memo<Block> = fc.memo((depth) =>
  fc
    .record({
      title: fc.option(fc.string()),
      items: depth <= 1 ? fc.constant([]) : fc.array(blockOf(depth - 1), { maxLength: 3 }),
    })
    .map(({ title, items }) => ({
      id: `blk_${(made += 1)}`,
      block: 'group',
      values: { ...(title === null ? {} : { title }), ...(items.length === 0 ? {} : { items }) },
    })),
);

describe('values whose blocks are taken apart', () => {
  it('are the same again when they are put together', () => {
    fc.assert(
      fc.property(fc.array(blockOf(3), { maxLength: 5 }), fc.string(), (sections, title) => {
        const values = { title, sections };
        expect(assembleBlocks(flattenBlocks(values))).toEqual(values);
      }),
    );
  });

  it('are sent as changes by id while the order stays', () => {
    const stored = flattenBlocks({
      sections: [{ id: 'a', block: 'hero', values: { title: 'A', text: 'B' } }],
    });

    expect(buildSaveBody({ 'sections/a/title': 'C', 'sections/a/text': null }, stored)).toEqual({
      sections: { a: { title: 'C', text: null } },
    });
  });

  it('are sent as a list when the order changed, new blocks written out and others named', () => {
    const stored = flattenBlocks({
      sections: [
        { id: 'a', block: 'hero', values: { title: 'A' } },
        { id: 'b', block: 'hero', values: { title: 'B' } },
      ],
    });
    const changed = {
      sections: [item('b'), item('new', [item('a')])],
      'sections/new/title': 'N',
      'sections/b/title': 'B2',
      'sections/gone/title': 'G',
    };

    expect(buildSaveBody(changed, stored)).toEqual({
      sections: [
        { id: 'b', values: { title: 'B2' } },
        { id: 'new', block: 'hero', values: { title: 'N', items: ['a'] } },
      ],
    });
  });

  it('leave out changes of blocks that stand nowhere', () => {
    expect(buildSaveBody({ 'sections/gone/title': 'x', title: 'T' }, { sections: [] })).toEqual({
      title: 'T',
    });
  });
});

describe('two orders of the same blocks', () => {
  it.each([
    { what: 'both insert', base: 'a b', mine: 'a x b', theirs: 'a b y', expected: 'a x b y' },
    { what: 'both insert at one place', base: 'a b', mine: 'a x b', theirs: 'a y b', expected: 'a x y b' },
    { what: 'one removes, one inserts', base: 'a b c', mine: 'a c', theirs: 'a b y c', expected: 'a y c' },
    { what: 'one moves, one inserts', base: 'a b c', mine: 'c a b', theirs: 'a b y c', expected: 'c a b y' },
    { what: 'one moves, one removes', base: 'a b c', mine: 'c a b', theirs: 'a c', expected: 'c a' },
    { what: 'both make one order', base: 'a b c', mine: 'c a b', theirs: 'c a b', expected: 'c a b' },
    {
      what: 'both make another',
      base: 'a b c',
      mine: 'c a b',
      theirs: 'b a c',
      expected: 'c a b',
      asks: true,
    },
  ])('$what', ({ base, mine, theirs, expected, asks = false }) => {
    const result = merged(line(base), line(mine), line(theirs));

    expect([ids(result.outline), result.isDisputed]).toEqual([expected, asks]);
  });

  it('move into a block that the other side moved', () => {
    const base = [item('g', []), item('a'), item('b')];
    const mine = [item('g', [item('a')]), item('b')];
    const theirs = [item('a'), item('b'), item('g', [])];

    expect(merged(base, mine, theirs).outline).toMatchObject([
      { id: 'b' },
      { id: 'g', lists: { items: [{ id: 'a' }] } },
    ]);
  });

  it('lose no block and double none, whatever both sides do', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const step = fc.record({
      id: fc.constantFrom(...names),
      owner: fc.constantFrom(null, ...names),
      at: fc.nat(5),
    });
    const change = (outline: Outline, steps: readonly { id: string; owner: string | null; at: number }[]) =>
      steps.reduce((now, { id, owner, at }) => {
        const found = [...eachBlock(now, 'sections')].find((place) => place.item.id === id);
        const rest = removeItem(now, id);
        const isThere = owner === null || ids(rest).split(' ').includes(owner);
        if (found === undefined || !isThere) return now;
        const key = owner === null ? 'sections' : 'items';
        return insertItem(rest, { owner, key, index: at }, found.item, 'sections');
      }, outline);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 4 }), (my, their) => {
        const base = line(names.join(' '));
        const result = merged(base, change(base, my), change(base, their));
        expect(ids(result.outline).split(' ').sort()).toEqual(names);
      }),
    );
  });
});

describe('what somebody else saved', () => {
  const before = flattenBlocks({
    sections: [
      { id: 'a', block: 'hero', values: { title: 'A', text: 'T' } },
      { id: 'b', block: 'hero', values: { title: 'B' } },
    ],
  });
  const withoutA = flattenBlocks({ sections: [{ id: 'b', block: 'hero', values: { title: 'B' } }] });

  it('is asked about where they removed a block that was edited here, with the whole block to keep', () => {
    const mine = { 'sections/a/title': 'Mine' };
    const { values, conflicts } = mergeBlocks({
      before,
      base: { 'sections/a/title': 'A' },
      mine,
      theirs: withoutA,
    });

    expect(conflicts.map(({ key }) => key)).toEqual(['sections']);
    expect(ids(values['sections'] as Outline)).toBe('a b');
    expect(values).toMatchObject({ 'sections/a/title': 'Mine', 'sections/a/text': 'T' });
    expect(ids(conflicts[0]?.fallback as Outline)).toBe('b');
  });

  it('is asked about where they edited a block that was removed here', () => {
    const theirs = { ...before, 'sections/a/title': 'Theirs' };
    const mine = { sections: withoutA['sections'] };
    const met = mergeBlocks({ before, base: { sections: before['sections'] }, mine, theirs });

    expect(ids(met.conflicts[0]?.mine as Outline)).toBe('b');
    expect(ids(met.conflicts[0]?.theirs as Outline)).toBe('a b');
  });

  it('fits together with an edit of another block', () => {
    const mine = { 'sections/b/title': 'Mine' };
    expect(mergeBlocks({ before, base: { 'sections/b/title': 'B' }, mine, theirs: withoutA })).toEqual({
      values: {},
      conflicts: [],
    });
  });
});
