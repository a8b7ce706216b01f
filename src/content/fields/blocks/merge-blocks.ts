import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { BlockShapes } from '../walk.ts';
import {
  itemsOf,
  type WrittenBlocks,
  type WrittenItem,
  type WrittenList,
  type WrittenPart,
} from './written.ts';

/** A list of blocks after a write. */
export interface MergedBlocks {
  list: Block[];
  /** Changes of blocks that this snapshot doesn't contain, with their paths in the request. */
  unmatched: { id: string; at: string }[];
}

/**
 * Merges a write of a `blocks` field into the list of one snapshot; no other code merges blocks (specification: blocks).
 * A written list moves the blocks that it contains and removes all others with their nested blocks. Changes of blocks
 * that this snapshot doesn't contain are skipped.
 */
export function mergeBlocks(
  snapshot: readonly Block[] | undefined,
  { form }: WrittenBlocks,
  blocks: BlockShapes,
): MergedBlocks {
  const merge = new BlockMerge(snapshot ?? [], blocks);
  const list = 'items' in form ? merge.replaceList(form) : merge.changeBlocks(form.parts);
  return { list, unmatched: merge.unmatched };
}

class BlockMerge {
  readonly unmatched: MergedBlocks['unmatched'] = [];
  readonly #snapshot: readonly Block[];
  readonly #blocks: BlockShapes;
  readonly #storedById = new Map<string, Block>();
  readonly #placedIds = new Set<string>();

  constructor(snapshot: readonly Block[], blocks: BlockShapes) {
    this.#snapshot = snapshot;
    this.#blocks = blocks;
    this.#indexById(snapshot);
  }

  /** Replaces the list by the written one. */
  replaceList(written: WrittenList): Block[] {
    for (const { id } of itemsOf(written)) this.#placedIds.add(id);
    return this.#mergeItems(written.items);
  }

  /** Changes blocks by id and preserves the order of the list. */
  changeBlocks(parts: ReadonlyMap<string, WrittenPart | null>): Block[] {
    for (const [id, part] of parts)
      if (part !== null && !this.#storedById.has(id)) this.unmatched.push({ id, at: part.at });
    return this.#changeIn(this.#snapshot, parts);
  }

  #indexById(list: readonly Block[]): void {
    for (const block of list) {
      this.#storedById.set(block.id, block);
      for (const key of this.#listKeys(block)) this.#indexById(listIn(block, key));
    }
  }

  #listKeys({ block }: Block): string[] {
    const fields = this.#blocks.get(block)?.fields ?? [];
    return fields.filter(({ type }) => type === 'blocks').map(storageKey);
  }

  #mergeItems(items: readonly WrittenItem[]): Block[] {
    return items.flatMap((item) => {
      const { id, block, isPatch: isLaid, at } = item;
      const storedBlock = this.#storedById.get(id);
      const target = storedBlock?.block === block ? storedBlock : undefined;
      if (isLaid && target === undefined) {
        this.unmatched.push({ id, at });
        return [];
      }
      const base = isLaid && target !== undefined ? this.#withoutPlaced(target).values : {};
      const { onlyLocales = isLaid ? (target?.only_locales ?? null) : null } = item;
      const values = this.#mergeValues(block, base, item);
      return [{ id, block, values, ...(onlyLocales === null ? {} : { only_locales: onlyLocales }) }];
    });
  }

  /** Merges written values into `base`, in the order of the definition. */
  #mergeValues(
    slug: string,
    base: Readonly<Record<string, unknown>>,
    { values, lists }: Pick<WrittenItem, 'values' | 'lists'>,
  ): Record<string, unknown> {
    const merged: Record<string, unknown> = {};
    const keys = (this.#blocks.get(slug)?.fields ?? []).map(storageKey);
    for (const key of keys) {
      const list = lists[key];
      const value: unknown =
        list === undefined
          ? values[key] === undefined
            ? base[key]
            : values[key]
          : list && this.#mergeItems(list.items);
      if (value !== undefined && value !== null) merged[key] = value;
    }
    // The job that settles types clears the values of removed fields.
    const removedFields = Object.entries(base).filter(([key]) => !keys.includes(key));
    return { ...merged, ...Object.fromEntries(removedFields) };
  }

  /** The stored block without the nested blocks that the write moves elsewhere. */
  #withoutPlaced(block: Block): Block {
    const values = { ...block.values };
    for (const key of this.#listKeys(block)) {
      if (values[key] === undefined) continue;
      values[key] = listIn(block, key)
        .filter(({ id }) => !this.#placedIds.has(id))
        .map((child) => this.#withoutPlaced(child));
    }
    return { ...block, values };
  }

  #changeIn(list: readonly Block[], parts: ReadonlyMap<string, WrittenPart | null>): Block[] {
    return list.flatMap((block) => {
      const part = parts.get(block.id);
      if (part === null) return [];
      const values = { ...block.values };
      for (const key of this.#listKeys(block))
        if (values[key] !== undefined) values[key] = this.#changeIn(listIn(block, key), parts);
      return [
        { ...block, values: part === undefined ? values : this.#mergeValues(block.block, values, part) },
      ];
    });
  }
}

function listIn({ values }: Block, key: string): Block[] {
  return (values[key] ?? []) as Block[];
}
