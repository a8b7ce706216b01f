import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockChange, blockChanges } from '../../../../src/contract/fields/block-changes.ts';
import type { Block } from '../../../../src/contract/fields/blocks.ts';
import { allOf, blocks, plans, stored } from '../../../support/blocks/random-blocks.ts';

const changesOf = (before: Block[], after: Block[]) =>
  blockChanges('sections', { list: before, blocks }, { list: after, blocks });

/** A list and another one that has some of its blocks, at other places and with other values. */
const pairs = fc
  .tuple(plans, plans, fc.infiniteStream(fc.nat(9)))
  .map(([a, b, chance]): { before: Block[]; after: Block[] } => {
    const before = stored(a);
    const pool: Block[] = structuredClone([...allOf(before), ...allOf(stored(b, 100))]);
    for (const block of pool) delete block.values['items'];
    const list: Block[] = [];
    const groups: Block[] = [];
    for (const block of pool) {
      const draw = chance.next().value;
      if (draw === 0) continue;
      if (draw === 1 && block.block === 'hero') block.values['title'] = 'Z';
      const group = draw > 6 && block.block !== 'divider' ? groups.at(draw % 2 === 0 ? 0 : -1) : undefined;
      const target = group === undefined ? list : ((group.values['items'] ??= []) as Block[]);
      target.splice(draw % (target.length + 1), 0, block);
      if (block.block === 'group' && group === undefined) groups.push(block);
    }
    return { before, after: list };
  });

/** The list in which a block stands that has this path, and its place there. */
function placeOf(root: Block[], path: string): { list: Block[]; at: number } {
  const steps = [...path.matchAll(/\[(\d+)\]/g)].map(([, at]) => Number(at));
  const outer = steps.slice(0, -1);
  const list = outer.reduce((members, at) => itemsOf(members[at]), root);
  return { list, at: steps.at(-1) ?? 0 };
}

function itemsOf(block: Block | undefined): Block[] {
  return (block?.values['items'] ?? []) as Block[];
}

/** The old list with the changes made to it; the new list says no more than what values became. */
function applied(list: Block[], after: Block[], changes: BlockChange[]): Block[] {
  const before = structuredClone(list);
  const news = new Map(allOf(after).map((block) => [block.id, block]));
  const olds = new Map(allOf(before).map((block) => [block.id, block]));
  const leaving = new Set(changes.filter(({ change }) => change !== 'changed').map(({ id }) => id));
  const staying = (members: Block[]) => members.filter(({ id }) => !leaving.has(id));
  for (const block of olds.values())
    if (block.block === 'group') block.values['items'] = staying(itemsOf(block));
  const root = staying(before);
  for (const { id, block: slug, change, path, fields } of changes) {
    if (change === 'removed') continue;
    const { items: _items, ...values } = news.get(id)?.values ?? {};
    const items = slug === 'group' ? { items: [] } : {};
    const block = change === 'added' ? { id, block: slug, values: { ...values, ...items } } : olds.get(id);
    if (block === undefined) throw new Error(`${id} was not there`);
    for (const key of fields) {
      if (values[key] === undefined) delete block.values[key];
      else block.values[key] = values[key];
    }
    const { list: members, at } = placeOf(root, path);
    if (change !== 'changed') members.splice(at, 0, block);
  }
  return root;
}

/** Groups have a list, so that an empty one and none are the same. */
function filled(list: Block[]): Block[] {
  return list.map((block) =>
    block.block === 'group'
      ? { ...block, values: { ...block.values, items: filled((block.values['items'] ?? []) as Block[]) } }
      : block,
  );
}

it('reports a block of which only the languages change', () => {
  const block = { id: 'blk_01k00000000000000000000000', block: 'hero', values: {} };
  const german = { ...block, only_locales: ['loc_1'] };

  expect(changesOf([block], [german])).toMatchObject([{ change: 'changed', fields: ['only_locales'] }]);
  expect(changesOf([german], [block])).toMatchObject([{ change: 'changed', fields: ['only_locales'] }]);
  expect(changesOf([german], [german])).toEqual([]);
});

describe('the difference of two lists of blocks', () => {
  it('made to the first list gives the second', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const [before, after] = [filled(pair.before), filled(pair.after)];

        const changes = changesOf(before, after);

        expect(applied(before, after, changes)).toEqual(after);
      }),
    );
  });

  it('names each block once, and none of a list that is the same', () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        const ids = changesOf(before, after).map(({ id }) => id);

        expect(new Set(ids).size).toBe(ids.length);
        expect(changesOf(after, structuredClone(after))).toEqual([]);
      }),
    );
  });

  it('moves as few blocks as explain the new order', () => {
    const list = stored('ABCDE'.split('').map((title) => ({ block: 'hero', values: { title } })));
    const [a, b, c, d, e] = list as [Block, Block, Block, Block, Block];

    const moves = (after: Block[]) =>
      changesOf(list, after).map(({ id, change, path }) => [id, change, path]);

    expect(moves([b, c, d, e, a])).toEqual([[a.id, 'moved', 'sections[4]']]);
    expect(moves([e, a, b, c, d])).toEqual([[e.id, 'moved', 'sections[0]']]);
    expect(moves([e, d, c, b, a])).toHaveLength(4);
  });

  it('tells of a removed block where it stood, of a changed one by its keys, and of what is inside by itself', () => {
    const before = stored([
      { block: 'hero', values: { title: 'A' } },
      {
        block: 'group',
        values: { name: 'N' },
        items: [{ block: 'hero', values: { title: 'B', wide: true } }],
      },
    ]);
    const after = structuredClone(before.slice(1));
    const [inner] = (after[0]?.values['items'] ?? []) as Block[];
    Object.assign(inner?.values ?? {}, { title: 'C', wide: undefined });

    expect(changesOf(before, after)).toEqual([
      { id: before[0]?.id, block: 'hero', change: 'removed', path: 'sections[0]', fields: [] },
      {
        id: inner?.id,
        block: 'hero',
        change: 'changed',
        path: 'sections[0].values.items[0]',
        fields: ['title', 'wide'],
      },
    ]);
  });

  it('takes the same id with another block for another one, and passes over what has no definition', () => {
    const [hero] = stored([{ block: 'hero', values: { title: 'A' } }]) as [Block];
    const divider: Block = { id: hero.id, block: 'divider', values: {} };
    const strange: Block = { ...hero, block: 'unknown' };

    expect(changesOf([hero], [divider]).map(({ block, change }) => [block, change])).toEqual([
      ['hero', 'removed'],
      ['divider', 'added'],
    ]);
    expect(changesOf([strange], [])).toEqual([]);
  });
});
