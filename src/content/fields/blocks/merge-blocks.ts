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
export interface LaidBlocks {
  list: Block[];
  /** What the write lays over blocks that this snapshot does not have, and where it was sent. */
  left: { id: string; at: string }[];
}

/**
 * Lays what was written into a `blocks` field over the list of one snapshot; nothing else in the service merges blocks
 * (specification: blocks). A block that the write places stands there alone; what it does not name goes with what is
 * inside it. Changes of blocks that this snapshot does not have are left out.
 */
export function mergeBlocks(
  snapshot: readonly Block[] | undefined,
  { form }: WrittenBlocks,
  blocks: BlockShapes,
): LaidBlocks {
  const laying = new BlockMerge(snapshot ?? [], blocks);
  const list = 'items' in form ? laying.place(form) : laying.change(form.parts);
  return { list, left: laying.left };
}

class BlockMerge {
  readonly left: LaidBlocks['left'] = [];
  readonly #snapshot: readonly Block[];
  readonly #blocks: BlockShapes;
  readonly #had = new Map<string, Block>();
  readonly #placed = new Set<string>();

  constructor(snapshot: readonly Block[], blocks: BlockShapes) {
    this.#snapshot = snapshot;
    this.#blocks = blocks;
    this.#gather(snapshot);
  }

  /** The new list, its order and its members. */
  place(written: WrittenList): Block[] {
    for (const { id } of itemsOf(written)) this.#placed.add(id);
    return this.#items(written.items);
  }

  /** Changes in place, by id. */
  change(parts: ReadonlyMap<string, WrittenPart | null>): Block[] {
    for (const [id, part] of parts)
      if (part !== null && !this.#had.has(id)) this.left.push({ id, at: part.at });
    return this.#changed(this.#snapshot, parts);
  }

  #gather(list: readonly Block[]): void {
    for (const block of list) {
      this.#had.set(block.id, block);
      for (const key of this.#listKeys(block)) this.#gather(listIn(block, key));
    }
  }

  #listKeys({ block }: Block): string[] {
    const fields = this.#blocks.get(block)?.fields ?? [];
    return fields.filter(({ type }) => type === 'blocks').map(({ key }) => key);
  }

  #items(items: readonly WrittenItem[]): Block[] {
    return items.flatMap((item) => {
      const { id, block, isLaid, at } = item;
      const had = this.#had.get(id);
      const same = had?.block === block ? had : undefined;
      if (isLaid && same === undefined) {
        this.left.push({ id, at });
        return [];
      }
      const base = isLaid && same !== undefined ? this.#withoutPlaced(same).values : {};
      return [{ id, block, values: this.#values(block, base, item) }];
    });
  }

  /** The written values over others, in the order of the definition. */
  #values(
    slug: string,
    base: Readonly<Record<string, unknown>>,
    { values, lists }: Pick<WrittenItem, 'values' | 'lists'>,
  ): Record<string, unknown> {
    const laid: Record<string, unknown> = {};
    const fields = this.#blocks.get(slug)?.fields ?? [];
    for (const { key } of fields) {
      const list = lists[key];
      const value: unknown =
        list === undefined
          ? values[key] === undefined
            ? base[key]
            : values[key]
          : list && this.#items(list.items);
      if (value !== undefined && value !== null) laid[key] = value;
    }
    // Values of a field that its definition lost are cleared by the job that settles types.
    const strange = Object.entries(base).filter(([key]) => !fields.some((field) => field.key === key));
    return { ...laid, ...Object.fromEntries(strange) };
  }

  /** A block as it was, without those inside it that the write places elsewhere. */
  #withoutPlaced(block: Block): Block {
    const values = { ...block.values };
    for (const key of this.#listKeys(block)) {
      if (values[key] === undefined) continue;
      values[key] = listIn(block, key)
        .filter(({ id }) => !this.#placed.has(id))
        .map((tx) => this.#withoutPlaced(tx));
    }
    return { ...block, values };
  }

  #changed(list: readonly Block[], parts: ReadonlyMap<string, WrittenPart | null>): Block[] {
    return list.flatMap((block) => {
      const part = parts.get(block.id);
      if (part === null) return [];
      const tx = { ...block.values };
      for (const key of this.#listKeys(block))
        if (tx[key] !== undefined) tx[key] = this.#changed(listIn(block, key), parts);
      return [{ ...block, values: part === undefined ? tx : this.#values(block.block, tx, part) }];
    });
  }
}

function listIn({ values }: Block, key: string): Block[] {
  return (values[key] ?? []) as Block[];
}
