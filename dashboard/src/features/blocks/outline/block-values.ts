import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { DraftStore } from '../../editing/draft/draft-store.ts';
import type { Definitions } from './definitions.ts';
import { isBlockList, leafKey, parseLeafKey } from './flatten.ts';
import { withLocales, newBlockId, type OutlineItem } from './outline.ts';

type Store = Pick<DraftStore, 'state' | 'valueOf' | 'change'>;

/** Builds a block with everything inside it from the current values of the draft. */
export function readBlock(
  store: Store,
  { top, definitions, item }: { top: string; definitions: Definitions; item: OutlineItem },
): Block {
  const { id, block, lists, onlyLocales } = item;
  const definedKeys = (definitions.get(block)?.fields ?? []).map(({ key }) => key);
  const storedKeys = Object.keys(store.state().item.draft).flatMap((name) => {
    const leaf = parseLeafKey(name);
    return leaf?.top === top && leaf.id === id ? [leaf.key] : [];
  });
  const values: Record<string, unknown> = {};
  for (const key of new Set([...definedKeys, ...storedKeys])) {
    const value = lists[key] === undefined ? store.valueOf(leafKey(top, id, key)) : undefined;
    if (value !== undefined && value !== null) values[key] = value;
  }
  for (const [key, list] of Object.entries(lists))
    values[key] = list.map((inside) => readBlock(store, { top, definitions, item: inside }));
  return { id, block, values, ...(onlyLocales === undefined ? {} : { only_locales: onlyLocales }) };
}

/** The outline item of a block, including the blocks inside it. */
export function toOutlineItem({ id, block, values, only_locales: ids }: Block): OutlineItem {
  const lists = Object.entries(values).flatMap(([key, value]) =>
    isBlockList(value) ? [[key, value.map(toOutlineItem)] as const] : [],
  );
  return withLocales({ id, block, lists: Object.fromEntries(lists) }, ids ?? null);
}

/** Writes the values of a block, and of the blocks inside it, to the draft. */
export function writeValues(store: Store, top: string, { id, values }: Block): void {
  for (const [key, value] of Object.entries(values)) {
    if (isBlockList(value)) for (const inside of value) writeValues(store, top, inside);
    else store.change(leafKey(top, id, key), value);
  }
}

/** A deep copy with new ids. */
export function cloneBlock({ block, values, only_locales: ids }: Block): Block {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    isBlockList(value) ? value.map(cloneBlock) : structuredClone(value),
  ]);
  const copy = { id: newBlockId(), block, values: Object.fromEntries(entries) as Block['values'] };
  return ids === undefined ? copy : { ...copy, only_locales: ids };
}

/** A new block with the default values of its definition. */
export function createBlock({ slug, fields }: BlockDefinition): Block {
  const defaults = fields.flatMap(({ key, options }) =>
    options.default === undefined || options.default === null ? [] : [[key, options.default]],
  );
  return { id: newBlockId(), block: slug, values: Object.fromEntries(defaults) as Block['values'] };
}
