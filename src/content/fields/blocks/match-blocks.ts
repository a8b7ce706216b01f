import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { BlockShapes } from '../walk.ts';
import type { KnownBlocks } from './known.ts';
import { itemsOf, type WrittenItem, type WrittenList } from './written.ts';

interface Rules {
  blocks: BlockShapes;
  known: KnownBlocks;
}

/**
 * Gives an item that was sent without an id that of a block of the same list with the same content in every snapshot,
 * as long as the write does not name it: so a list that is written twice keeps its ids (specification: blocks).
 */
export function takeSameIds(written: WrittenList, { blocks, known }: Rules): void {
  const named = new Set<string>();
  for (const { id, isNamed } of itemsOf(written)) if (isNamed) named.add(id);
  const lists = known.snapshots.map((list) => ({ all: blocksById(list, blocks), list }));
  new SameIds(blocks, named).fill(written, lists);
}

/** A list as one snapshot has it before the write, and all blocks of that snapshot. */
interface List {
  all: ReadonlyMap<string, Block>;
  list: readonly Block[];
}

class SameIds {
  readonly #blocks: BlockShapes;
  readonly #taken: Set<string>;

  constructor(blocks: BlockShapes, taken: Set<string>) {
    this.#blocks = blocks;
    this.#taken = taken;
  }

  /** @param lists - the same list before the write, one for each snapshot that has what it stands in. */
  fill({ items }: WrittenList, lists: readonly List[]): void {
    for (const item of items) {
      const same = item.isNamed ? undefined : this.#candidate(item, lists);
      if (same !== undefined) this.#adopt(item, same);
      else this.#fillInside(item, lists);
    }
  }

  /** The first block of the list that is the same in every snapshot. */
  #candidate(item: WrittenItem, [first, ...others]: readonly List[]): List | undefined {
    if (first === undefined) return undefined;
    const { all } = first;
    const found = first.list.find((block) => {
      if (this.#taken.has(block.id) || !this.#isSame(item, block, all)) return false;
      return others.every((other) => {
        const twin = other.list.find(({ id }) => id === block.id);
        return twin !== undefined && this.#isSame(item, twin, other.all);
      });
    });
    return found && { all, list: [found] };
  }

  /** Whether the item leaves the block of a snapshot as it is. What is laid over a block says less than the whole of it. */
  #isSame(item: WrittenItem, { block, values }: Block, all: List['all']): boolean {
    if (item.block !== block) return false;
    return (this.#blocks.get(block)?.fields ?? []).every(({ key, type }) => {
      const isSent = key in (type === 'blocks' ? item.lists : item.values);
      if (item.isLaid && !isSent) return true;
      if (type !== 'blocks') return isDeepStrictEqual(item.values[key] ?? null, values[key] ?? null);
      const list = item.lists[key] ?? null;
      const had = (values[key] ?? null) as Block[] | null;
      if (list === null || had === null) return list === null && had === null;
      const items = itemsWithin(list, all);
      return items.length === had.length && items.every((one, i) => this.#isSameInside(one, had[i], all));
    });
  }

  #isSameInside(item: WrittenItem, block: Block | undefined, all: List['all']): boolean {
    if (block === undefined || (item.isNamed ? item.id !== block.id : this.#taken.has(block.id)))
      return false;
    return this.#isSame(item, block, all);
  }

  /** The item is that block, and what is inside it is what is inside the block. */
  #adopt(item: WrittenItem, { all, list: [block] }: List): void {
    if (block === undefined) return;
    item.id = block.id;
    this.#taken.add(block.id);
    for (const [key, list] of Object.entries(item.lists)) {
      const had = (block.values[key] ?? []) as Block[];
      for (const [i, one] of (list === null ? [] : itemsWithin(list, all)).entries())
        this.#adopt(one, { all, list: had.slice(i, i + 1) });
    }
  }

  /** Lists inside a block that was there before, however it is written; where it is laid over, only those that are there. */
  #fillInside(item: WrittenItem, lists: readonly List[]): void {
    for (const [key, list] of Object.entries(item.lists)) {
      if (list === null) continue;
      const tx = lists.flatMap(({ all }) => {
        const was = item.isNamed ? all.get(item.id) : undefined;
        if (was?.block !== item.block) return item.isLaid ? [] : [{ all, list: [] }];
        return [{ all, list: (was.values[key] ?? []) as Block[] }];
      });
      this.fill(list, tx);
    }
  }
}

/** The items that a snapshot takes: changes of blocks that it does not have are left out of it. */
function itemsWithin({ items }: WrittenList, all: List['all']): WrittenItem[] {
  return items.filter(({ id, block, isLaid }) => !isLaid || all.get(id)?.block === block);
}

function blocksById(list: readonly Block[], blocks: BlockShapes, found = new Map<string, Block>()) {
  for (const block of list) {
    found.set(block.id, block);
    for (const { key, type } of blocks.get(block.block)?.fields ?? []) {
      if (type === 'blocks') blocksById((block.values[key] ?? []) as Block[], blocks, found);
    }
  }
  return found;
}
