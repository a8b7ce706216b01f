import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/contract/fields/blocks.ts';
import { mergeBlocks } from '../../../../src/content/fields/blocks/merge-blocks.ts';
import {
  allOf,
  blockId,
  blocks,
  plans,
  read,
  stored,
  withoutIds,
} from '../../../support/blocks/random-blocks.ts';

const lay = (list: readonly Block[], written: Parameters<typeof mergeBlocks>[1]) =>
  mergeBlocks(list, written, blocks);

const idsOf = (list: readonly Block[]) => allOf(list).map(({ id }) => id);

/** Two snapshots that share some blocks: what is live, and a draft that went on from it. */
const snapshots = fc.tuple(plans, plans, fc.nat(5)).map(([a, b, at]): { draft: Block[]; live: Block[] } => {
  const live = stored(a);
  const added = stored(b, 100);
  const edited = structuredClone(live).filter((_block, i) => i !== at);
  for (const block of allOf(edited)) if (block.block === 'hero') block.values['title'] = 'drafted';
  for (const block of allOf(added)) if (block.block === 'hero') block.values['title'] = 'drafted';
  return { live, draft: [...added.slice(0, 2), ...edited] };
});

describe('a written list of blocks', () => {
  it('is stored as it was sent, and as it stands in the entry when it is sent again', () => {
    fc.assert(
      fc.property(plans, fc.boolean(), (planned, isWhole) => {
        const list = stored(planned);

        const first = read(list, [], { isWhole: true });
        const again = read(list, [list, list], { isWhole });

        expect([...first.faults, ...again.faults]).toEqual([]);
        expect(lay([], first.written)).toEqual({ list, unmatched: [] });
        expect(lay(list, again.written)).toEqual({ list, unmatched: [] });
      }),
    );
  });

  it('keeps its ids when it is written twice without them', () => {
    fc.assert(
      fc.property(plans, fc.boolean(), (planned, isWhole) => {
        const sent = withoutIds(stored(planned));
        const { list } = lay([], read(sent, [], { isWhole: true }).written);

        const again = read(sent, [list, list], { isWhole });

        expect(lay(list, again.written)).toEqual({ list, unmatched: [] });
        expect(new Set(idsOf(list)).size).toBe(idsOf(list).length);
      }),
    );
  });

  it('makes other ids where one of two snapshots differs', () => {
    const [live] = stored([{ block: 'hero', values: { title: 'A' } }]);
    if (live === undefined) throw new Error('no block');
    const draft = { ...live, values: { title: 'drafted' } };
    const sent = withoutIds([live]);

    const { written } = read(sent, [[draft], [live]]);

    expect(lay([live], written).list).not.toEqual([live]);
    expect(lay([live], written).list).toEqual(lay([draft], written).list);
  });

  it('is the new order: what it does not name goes, what it names moves with its values', () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.nat(20)), (planned, chance) => {
        const list = stored(planned);
        const rest = allOf(list).filter(({ block }) => block !== 'divider');
        const picked: Block[] = [];
        while (rest.length > 0 && picked.length < 6)
          picked.push(...rest.splice(chance.next().value % rest.length, 1));
        // Every second block is put into the group before it.
        const sent: { id: string; values?: { items: string[] } }[] = [];
        for (const { id } of picked) {
          const last = sent.at(-1);
          const isGroup = picked.find((one) => one.id === last?.id)?.block === 'group';
          if (isGroup && last?.values === undefined && last !== undefined) last.values = { items: [id] };
          else sent.push({ id });
        }

        const { written, faults } = read(sent, [list]);
        const laid = lay(list, written);

        expect(faults).toEqual([]);
        expect(laid).toEqual({ list: modelled(list, sent), unmatched: [] });
      }),
    );
  });

  it('changes blocks where they stand, and removes those that are null', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.nat(), (planned, at, other) => {
        const list = stored(planned);
        const heroes = allOf(list).filter(({ block }) => block === 'hero');
        const changed = heroes[at % Math.max(1, heroes.length)];
        const removed = heroes[other % Math.max(1, heroes.length)];
        if (changed === undefined || removed === undefined || changed === removed) return;
        const { written, faults } = read({ [changed.id]: { title: 'New', wide: null }, [removed.id]: null }, [
          list,
        ]);

        const laid = lay(list, written).list;

        expect(faults).toEqual([]);
        expect(idsOf(laid)).toEqual(idsOf(list).filter((id) => id !== removed.id));
        const { wide: _wide, ...values } = changed.values;
        expect(allOf(laid).find(({ id }) => id === changed.id)?.values).toEqual({ ...values, title: 'New' });
        const others = (all: Block[]) =>
          allOf(all).filter(({ id, block }) => block === 'hero' && id !== changed.id && id !== removed.id);
        expect(others(laid)).toEqual(others(list));
      }),
    );
  });

  it('carries nothing of a draft into what is live', () => {
    fc.assert(
      fc.property(snapshots, fc.boolean(), ({ draft, live }, inPlace) => {
        const sent = inPlace
          ? Object.fromEntries(allOf(draft).map(({ id }) => [id, {}]))
          : [...allOf(draft).map(({ id }) => id), { block: 'hero', values: { title: 'new' } }];
        const { written } = read(sent, [draft, live]);

        const { list, unmatched: left } = lay(live, written);

        expect(JSON.stringify(list)).not.toContain('drafted');
        const liveIds = idsOf(live);
        const only = idsOf(draft).filter((id) => !liveIds.includes(id));
        expect(idsOf(list).filter((id) => only.includes(id))).toEqual([]);
        expect(left.map(({ id }) => id).sort()).toEqual(only.sort());
        expect(new Set(idsOf(list)).size).toBe(idsOf(list).length);
      }),
    );
  });

  it('gives a new block the same id in draft and live, with the defaults of its definition', () => {
    const live = stored([{ block: 'divider', values: {} }]);
    const { written } = read(
      [...live, { block: 'hero' }, { block: 'hero', values: { title: null } }],
      [live, live],
    );

    const { list } = lay(live, written);

    expect(list.slice(1).map(({ values }) => values)).toEqual([{ title: 'Untitled' }, {}]);
    expect(lay(live, written).list).toEqual(list);
  });
});

/** What a list of names makes of the blocks of an entry, said without the service's words. */
function modelled(
  list: readonly Block[],
  sent: readonly { id: string; values?: { items: string[] } }[],
): Block[] {
  const named = new Set(sent.flatMap(({ id, values }) => [id, ...(values?.items ?? [])]));
  const had = new Map(allOf(list).map((block) => [block.id, block]));
  const prune = ({ items, ...values }: Record<string, unknown>): Record<string, unknown> => ({
    ...values,
    ...(items === undefined
      ? {}
      : {
          items: (items as Block[])
            .filter(({ id }) => !named.has(id))
            .map((block) => ({ ...block, values: prune(block.values) })),
        }),
  });
  const of = (id: string): Block => {
    const block = had.get(id);
    if (block === undefined) throw new Error(`no block ${id}`);
    return { ...block, values: prune(block.values) };
  };
  return sent.map(({ id, values }) => {
    const block = of(id);
    return values === undefined
      ? block
      : { ...block, values: { ...block.values, items: values.items.map(of) } };
  });
}

describe('ids in a list of blocks', () => {
  it('stand once in the field, whatever their depth', () => {
    const id = blockId(1);
    const inside = [{ block: 'group', values: { items: [{ id, block: 'hero' }] } }];

    const { faults } = read([{ id, block: 'hero' }, ...inside], [], { isWhole: true });

    expect(faults.map(({ code, hints }) => [code, hints.param])).toEqual([
      ['invalid_field_value', 'sections[1].values.items[0].id'],
    ]);
  });
});
