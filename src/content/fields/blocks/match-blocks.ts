import { storageKey } from '../../../contract/fields/storage-key.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { BlockShapes } from '../walk.ts';
import type { StoredBlocks } from './stored-blocks.ts';
import { itemsOf, type WrittenItem, type WrittenList } from './written.ts';

interface Rules {
  blocks: BlockShapes;
  stored: StoredBlocks;
}

/**
 * Gives an item without an id the id of an equal block of the same list, if the block is equal in every snapshot and
 * the write doesn't use its id. Writing a list twice therefore preserves its ids (specification: blocks).
 */
export function reuseIds(written: WrittenList, { blocks, stored }: Rules): void {
  const usedIds = new Set<string>();
  for (const { id, isNamed } of itemsOf(written)) if (isNamed) usedIds.add(id);
  const lists = stored.snapshots.map((list) => ({ all: blocksById(list, blocks), list }));
  new IdMatcher(blocks, usedIds).fill(written, lists);
}

/** A list in one snapshot before the write, and all blocks of that snapshot by id. */
interface List {
  all: ReadonlyMap<string, Block>;
  list: readonly Block[];
}

class IdMatcher {
  readonly #blocks: BlockShapes;
  readonly #usedIds: Set<string>;

  constructor(blocks: BlockShapes, usedIds: Set<string>) {
    this.#blocks = blocks;
    this.#usedIds = usedIds;
  }

  /** @param lists - the stored versions of the list, one for each snapshot that contains its owner */
  fill({ items }: WrittenList, lists: readonly List[]): void {
    for (const item of items) {
      const match = item.isNamed ? undefined : this.#candidate(item, lists);
      if (match !== undefined) this.#adopt(item, match);
      else this.#fillInside(item, lists);
    }
  }

  /** The first block of the list that equals the item in every snapshot. */
  #candidate(item: WrittenItem, [first, ...others]: readonly List[]): List | undefined {
    if (first === undefined) return undefined;
    const { all } = first;
    const candidate = first.list.find((block) => {
      if (this.#usedIds.has(block.id) || !this.#isSame(item, block, all)) return false;
      return others.every((other) => {
        const twin = other.list.find(({ id }) => id === block.id);
        return twin !== undefined && this.#isSame(item, twin, other.all);
      });
    });
    return candidate && { all, list: [candidate] };
  }

  /** Whether writing the item wouldn't change the block. A patch is compared only in the fields that it sends. */
  #isSame(item: WrittenItem, { block, values, only_locales: locales }: Block, all: List['all']): boolean {
    if (item.block !== block) return false;
    if (!item.isPatch && !isDeepStrictEqual(item.onlyLocales ?? null, locales ?? null)) return false;
    return (this.#blocks.get(block)?.fields ?? []).every((field) => {
      const { type } = field;
      const key = storageKey(field);
      const isSent = key in (type === 'blocks' ? item.lists : item.values);
      if (item.isPatch && !isSent) return true;
      if (type !== 'blocks') return isDeepStrictEqual(item.values[key] ?? null, values[key] ?? null);
      const itemList = item.lists[key] ?? null;
      const blockList = (values[key] ?? null) as Block[] | null;
      if (itemList === null || blockList === null) return itemList === null && blockList === null;
      const items = itemsWithin(itemList, all);
      return (
        items.length === blockList.length &&
        items.every((one, i) => this.#isSameInside(one, blockList[i], all))
      );
    });
  }

  #isSameInside(item: WrittenItem, block: Block | undefined, all: List['all']): boolean {
    if (block === undefined || (item.isNamed ? item.id !== block.id : this.#usedIds.has(block.id)))
      return false;
    return this.#isSame(item, block, all);
  }

  /** Gives the item and the items nested in it the ids of the block and its nested blocks. */
  #adopt(item: WrittenItem, { all, list: [block] }: List): void {
    if (block === undefined) return;
    item.id = block.id;
    this.#usedIds.add(block.id);
    for (const [key, list] of Object.entries(item.lists)) {
      const nestedBlocks = (block.values[key] ?? []) as Block[];
      for (const [i, one] of (list === null ? [] : itemsWithin(list, all)).entries())
        this.#adopt(one, { all, list: nestedBlocks.slice(i, i + 1) });
    }
  }

  /** Matches the nested lists of an item. A patch is compared only with snapshots that contain its block. */
  #fillInside(item: WrittenItem, lists: readonly List[]): void {
    for (const [key, list] of Object.entries(item.lists)) {
      if (list === null) continue;
      const nestedLists = lists.flatMap(({ all }) => {
        const storedBlock = item.isNamed ? all.get(item.id) : undefined;
        if (storedBlock?.block !== item.block) return item.isPatch ? [] : [{ all, list: [] }];
        return [{ all, list: (storedBlock.values[key] ?? []) as Block[] }];
      });
      this.fill(list, nestedLists);
    }
  }
}

/** The items that apply to a snapshot: patches of blocks that it doesn't contain are skipped. */
function itemsWithin({ items }: WrittenList, all: List['all']): WrittenItem[] {
  return items.filter(({ id, block, isPatch }) => !isPatch || all.get(id)?.block === block);
}

function blocksById(list: readonly Block[], blocks: BlockShapes, byId = new Map<string, Block>()) {
  for (const block of list) {
    byId.set(block.id, block);
    for (const field of blocks.get(block.block)?.fields ?? []) {
      if (field.type === 'blocks')
        blocksById((block.values[storageKey(field)] ?? []) as Block[], blocks, byId);
    }
  }
  return byId;
}
