import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { DraftStore } from '../../editing/draft/draft-store.ts';
import type { Definitions } from './definitions.ts';
import { isBlockList, leafKey, leafOf } from './flat.ts';
import { newBlockId, type OutlineItem } from './outline.ts';

type Store = Pick<DraftStore, 'state' | 'valueOf' | 'change'>;

/** A block with everything inside it, as it is typed now. */
export function blockAt(
  store: Store,
  { top, definitions, item }: { top: string; definitions: Definitions; item: OutlineItem },
): Block {
  const { id, block, lists } = item;
  const defined = (definitions.get(block)?.fields ?? []).map(({ key }) => key);
  const stored = Object.keys(store.state().item.draft).flatMap((name) => {
    const leaf = leafOf(name);
    return leaf?.top === top && leaf.id === id ? [leaf.key] : [];
  });
  const values: Record<string, unknown> = {};
  for (const key of new Set([...defined, ...stored])) {
    const value = lists[key] === undefined ? store.valueOf(leafKey(top, id, key)) : undefined;
    if (value !== undefined && value !== null) values[key] = value;
  }
  for (const [key, list] of Object.entries(lists))
    values[key] = list.map((inside) => blockAt(store, { top, definitions, item: inside }));
  return { id, block, values };
}

/** The place of a block in the order, with those inside it. */
export function itemOf({ id, block, values }: Block): OutlineItem {
  const lists = Object.entries(values).flatMap(([key, value]) =>
    isBlockList(value) ? [[key, value.map(itemOf)] as const] : [],
  );
  return { id, block, lists: Object.fromEntries(lists) };
}

/** Puts the values of a block, and of those inside it, into its fields. */
export function fillBlock(store: Store, top: string, { id, values }: Block): void {
  for (const [key, value] of Object.entries(values)) {
    if (isBlockList(value)) for (const inside of value) fillBlock(store, top, inside);
    else store.change(leafKey(top, id, key), value);
  }
}

/** The same blocks under ids of their own. */
export function copied({ block, values }: Block): Block {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    isBlockList(value) ? value.map(copied) : structuredClone(value),
  ]);
  return { id: newBlockId(), block, values: Object.fromEntries(entries) as Block['values'] };
}

/** A new block with what its definition says that it begins with. */
export function begun({ slug, fields }: BlockDefinition): Block {
  const presets = fields.flatMap(({ key, options }) =>
    options.default === undefined || options.default === null ? [] : [[key, options.default]],
  );
  return { id: newBlockId(), block: slug, values: Object.fromEntries(presets) as Block['values'] };
}
