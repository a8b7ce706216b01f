import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, mergeNodes } from '../../../../src/contract/merge/merge-nodes.ts';
import { joinUnits, splitUnits, type TextNode } from '../../../../src/contract/merge/units.ts';

const text = (value: string): TextNode => ({ type: 'text', text: value });
const p = (value: string): TextNode => ({
  type: 'paragraph',
  ...(value === '' ? {} : { content: [text(value)] }),
});
const h = (value: string): TextNode => ({ type: 'heading', attrs: { level: 2 }, content: [text(value)] });
const li = (value: string, ...inside: TextNode[]): TextNode => ({
  type: 'listItem',
  content: [p(value), ...inside],
});
const ul = (...content: TextNode[]): TextNode => ({ type: 'bulletList', content });
const ol = (start: number, ...content: TextNode[]): TextNode => ({
  type: 'orderedList',
  attrs: { start },
  content,
});
const quote = (...content: TextNode[]): TextNode => ({ type: 'blockquote', content });
const rule: TextNode = { type: 'horizontalRule' };

const merged = (base: TextNode[], mine: TextNode[], theirs: TextNode[], choice: Choice = 'theirs') =>
  mergeNodes(base, mine, theirs).resolve(() => choice);

const base = [p('the first sentence is here'), p('a second one follows it'), p('the third ends the text')];
const [first, second, third] = base as [TextNode, TextNode, TextNode];
const firstMine = p('the first long sentence is here');
const secondTheirs = p('a second one follows it closely');
const secondMine = p('a second short one follows it');

describe('without conflicts', () => {
  it.each<[string, TextNode[], TextNode[], TextNode[], TextNode[]]>([
    ['keeps a base that nobody changed', base, base, base, base],
    [
      'takes changes of both sides',
      base,
      [firstMine, second, third],
      [first, secondTheirs, third],
      [firstMine, secondTheirs, third],
    ],
    [
      'takes an equal change once',
      base,
      [firstMine, second, third],
      [firstMine, second, third],
      [firstMine, second, third],
    ],
    ['takes a removal', base, [second, third], [first, secondTheirs, third], [secondTheirs, third]],
    ['takes a removal of both sides once', base, [first, third], [first, third], [first, third]],
    [
      'puts their insertion before mine',
      base,
      [first, p('my own words'), second, third],
      [first, p('what others wrote'), second, third],
      [first, p('what others wrote'), p('my own words'), second, third],
    ],
    ['takes an equal insertion once', base, [...base, p('new')], [...base, p('new')], [...base, p('new')]],
    [
      'keeps a second equal insertion of one side',
      base,
      [...base, p(''), p('')],
      [...base, p('')],
      [...base, p(''), p('')],
    ],
    [
      'moves a unit',
      base,
      [third, first, second],
      [first, secondTheirs, third],
      [third, first, secondTheirs],
    ],
    [
      'takes a rewritten unit between two matches',
      base,
      [first, p('nothing in common'), third],
      [firstMine, second, third],
      [firstMine, p('nothing in common'), third],
    ],
    [
      'takes another type as removed and inserted',
      base,
      [first, h('a second one follows it'), third],
      [firstMine, second, third],
      [firstMine, h('a second one follows it'), third],
    ],
    ['merges units without words', [rule, first], [rule, firstMine], [first], [firstMine]],
    [
      'matches the most similar unit',
      [p('one two three four')],
      [p('one two three five six'), p('one two three four five')],
      [p('one two three four'), second],
      [p('one two three five six'), p('one two three four five'), second],
    ],
    [
      'compares characters of scripts without spaces',
      [p('今日は天気がいいです'), second],
      [p('今日は天気がとてもいいです'), second],
      [p('今日は天気がいいです'), secondTheirs],
      [p('今日は天気がとてもいいです'), secondTheirs],
    ],
    [
      'ignores the order of attributes',
      [{ type: 'image', attrs: { media_id: 'a', alt: 'b' } }],
      [{ type: 'image', attrs: { alt: 'b', media_id: 'a' } }],
      [],
      [],
    ],
  ])('%s', (...[, before, mine, theirs, result]) => {
    const merge = mergeNodes(before, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.resolve(() => 'mine')).toEqual(result);
  });

  it('merges the items of a list with everything in them', () => {
    const list = [ul(li('apples and pears'), li('bread and butter', ul(li('rye'))), li('milk'))];
    const mine = [ul(li('green apples and pears'), li('bread and butter', ul(li('rye'))), li('milk'))];
    const theirs = [
      ul(li('apples and pears'), li('bread and butter', ul(li('rye'), li('wheat'))), li('milk'), li('salt')),
    ];
    expect(merged(list, mine, theirs)).toEqual([
      ul(
        li('green apples and pears'),
        li('bread and butter', ul(li('rye'), li('wheat'))),
        li('milk'),
        li('salt'),
      ),
    ]);
  });

  it('keeps two adjacent lists apart, and joins a list again that is no longer split', () => {
    const lists = [ul(li('a')), ul(li('b'))];
    expect(merged(lists, lists, lists)).toEqual(lists);
    expect(
      merged([ul(li('a')), first, ul(li('b'))], [ul(li('a'), li('b'))], [ul(li('a')), first, ul(li('b'))]),
    ).toEqual([ul(li('a'), li('b'))]);
    expect(merged([ol(3, li('a'))], [ol(3, li('a'), li('b'))], [ol(3, li('a'))])).toEqual([
      ol(3, li('a'), li('b')),
    ]);
  });
});

describe('conflicts', () => {
  it('lists both versions of a unit, and resolves to one or both', () => {
    const mine = [first, secondMine, third];
    const theirs = [first, secondTheirs, third];
    expect(mergeNodes(base, mine, theirs).conflicts).toEqual([
      { position: 1, base: [second], mine: [secondMine], theirs: [secondTheirs] },
    ]);
    expect(merged(base, mine, theirs, 'mine')).toEqual(mine);
    expect(merged(base, mine, theirs, 'theirs')).toEqual(theirs);
    expect(merged(base, mine, theirs, 'both')).toEqual([first, secondTheirs, secondMine, third]);
  });

  it('lists a removed unit as empty', () => {
    expect(mergeNodes(base, [first, third], [first, secondTheirs, third]).conflicts).toEqual([
      { position: 1, base: [second], mine: [], theirs: [secondTheirs] },
    ]);
    expect(merged(base, [first, secondMine, third], [first, third], 'both')).toEqual([
      first,
      secondMine,
      third,
    ]);
  });

  it('lists conflicts in document order, and takes a table or quote as one unit', () => {
    const before = [quote(p('one two three'), p('four')), second];
    const merge = mergeNodes(
      before,
      [quote(p('one two three'), p('five')), secondMine],
      [quote(p('one two'), p('four')), secondTheirs],
    );
    expect(merge.conflicts.map(({ position }) => position)).toEqual([0, 1]);
  });

  it('wraps the item of a list in its list', () => {
    const merge = mergeNodes(
      [ul(li('one two three'))],
      [ul(li('one two three four'))],
      [ul(li('zero one two three'))],
    );
    expect(merge.conflicts).toEqual([
      {
        position: 0,
        base: [ul(li('one two three'))],
        mine: [ul(li('one two three four'))],
        theirs: [ul(li('zero one two three'))],
      },
    ]);
  });
});

/** Words that no two units share, so that the version of a unit is recognized. */
const unitText = (i: number, suffix = '') => `u${i}a u${i}b u${i}c u${i}d${suffix}`;

const edit = fc.oneof(
  fc.constant({ kind: 'change' as const }),
  fc.constant({ kind: 'remove' as const }),
  fc.constant({ kind: 'insert' as const }),
);

/** A base, and edits of it by two people; no unit has edits of both. */
const separateEdits = fc
  .array(fc.record({ isItem: fc.boolean(), edit, side: fc.constantFrom('mine', 'theirs', null) }), {
    maxLength: 30,
  })
  .map((units) => {
    const nodesFor = (side: string) =>
      units.flatMap(({ isItem, edit: { kind }, side: editor }, i) => {
        const nodeOf = (value: string) => (isItem ? ul(li(value)) : p(value));
        if (editor !== side) return [nodeOf(unitText(i))];
        if (kind === 'remove') return [];
        if (kind === 'change') return [nodeOf(unitText(i, ` ${side}`))];
        return [nodeOf(unitText(i)), nodeOf(`${side}${i}x ${side}${i}y`)];
      });
    const joined = (side: string) =>
      joinUnits(splitUnits(nodesFor(side)).map((unit) => ({ ...unit, startsList: false })));
    return { before: joined('nobody'), mine: joined('mine'), theirs: joined('theirs') };
  });

const keysOf = (nodes: readonly TextNode[]) => splitUnits(nodes).map(({ key }) => key);

describe('properties', () => {
  it('merges edits of different units to one document in either order', () => {
    fc.assert(
      fc.property(separateEdits, ({ before, mine, theirs }) => {
        const merge = mergeNodes(before, mine, theirs);
        const other = mergeNodes(before, theirs, mine);
        expect(merge.conflicts).toEqual([]);
        expect(merge.resolve(() => 'mine')).toEqual(other.resolve(() => 'mine'));
      }),
      { numRuns: 500 },
    );
  });

  const anyNodes = fc.array(
    fc.oneof(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 }).map((words) => p(words.join(' '))),
      fc
        .array(
          fc.constantFrom('a', 'b', 'c d').map((value) => li(value)),
          { minLength: 1, maxLength: 3 },
        )
        .map((items) => ul(...items)),
      fc.constant(rule),
    ),
    { maxLength: 8 },
  );

  it('has each unit of each side in the document or a conflict, unless the other side removed or replaced it', () => {
    fc.assert(
      fc.property(anyNodes, anyNodes, anyNodes, (before, mine, theirs) => {
        const merge = mergeNodes(before, mine, theirs);
        const results = new Set(keysOf(merge.resolve(() => 'both')));
        const baseKeys = new Set(keysOf(before));
        for (const key of [...keysOf(mine), ...keysOf(theirs)])
          expect(results.has(key) || baseKeys.has(key)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('returns one side if the other changed nothing', () => {
    fc.assert(
      fc.property(anyNodes, anyNodes, (before, side) => {
        expect(keysOf(merged(before, side, before))).toEqual(keysOf(side));
        expect(keysOf(merged(before, before, side))).toEqual(keysOf(side));
        expect(keysOf(merged(before, side, side))).toEqual(keysOf(side));
      }),
      { numRuns: 500 },
    );
  });
});
