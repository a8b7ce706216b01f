import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { isEqual } from '../../editing/conflict/equal.ts';
import { buildLists, isOutline, withLocales, type Outline, type OutlineItem, outlineOf } from './outline.ts';

/** The name of a block's field while its entry is edited: `sections/blk_1/title`. Keys of fields have no slash. */
export function leafKey(top: string, id: string, key: string): string {
  return `${top}/${id}/${key}`;
}

/** The parts of a `leafKey`; null for the key of a whole field. */
export function parseLeafKey(name: string): { top: string; id: string; key: string } | null {
  const [top = '', id, key] = name.split('/');
  return id === undefined || key === undefined ? null : { top, id, key };
}

/**
 * Replaces each list of blocks by its outline, and adds every field of every block under its own key, see `leafKey`. Changes,
 * errors and conflicts then concern a single field.
 */
export function flattenBlocks(values: Values): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    result[key] = isBlockList(value) ? flattenList(value, key, result) : value;
  return result;
}

function flattenList(list: readonly Block[], top: string, into: Record<string, unknown>): Outline {
  return list.map(({ id, block, values, only_locales: ids }): OutlineItem => {
    const lists: Record<string, Outline> = {};
    for (const [key, value] of Object.entries(values)) {
      if (isBlockList(value)) lists[key] = flattenList(value, top, into);
      else into[leafKey(top, id, key)] = value;
    }
    return withLocales({ id, block, lists }, ids ?? null);
  });
}

/** Whether a value is a non-empty list of stored blocks. */
export function isBlockList(value: unknown): value is Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one: unknown) => typeof one === 'object' && one !== null && 'block' in one && 'values' in one,
    )
  );
}

/** Undoes `flattenBlocks`: the values as the service stores them. */
export function assembleBlocks(values: Values): Record<string, unknown> {
  const leaves = leavesByBlock(values);
  const entries = Object.entries(values).filter(([name]) => parseLeafKey(name) === null);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      isOutline(value) ? value.map((item) => blockOf(item, key, leaves)) : value,
    ]),
  );
}

/** The blocks of one field as the service stores them. */
export function assembleList(values: Values, key: string): Block[] {
  const leaves = leavesByBlock(values);
  return outlineOf(values[key]).map((item) => blockOf(item, key, leaves));
}

type Leaves = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function leavesByBlock(values: Values): Leaves {
  const leaves = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(values)) {
    const leaf = parseLeafKey(name);
    if (leaf === null) continue;
    const blockKey = `${leaf.top}/${leaf.id}`;
    const blockValues = leaves.get(blockKey) ?? {};
    blockValues[leaf.key] = value;
    leaves.set(blockKey, blockValues);
  }
  return leaves;
}

function blockOf(item: OutlineItem, top: string, leaves: Leaves): Block {
  const { id, block, onlyLocales } = item;
  const inside = buildLists(item, (list) => list.map((one) => blockOf(one, top, leaves)));
  const values = { ...leaves.get(`${top}/${id}`), ...inside };
  return { id, block, values, ...(onlyLocales === undefined ? {} : { only_locales: onlyLocales }) };
}

/**
 * The request body for changed fields. Changed values are grouped by block id; a changed order is sent as a whole, with
 * new blocks in full. Changes to deleted blocks are omitted.
 */
export function buildSaveBody(changed: Values, stored: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const leaves = leavesByBlock(changed);
  for (const [name, value] of Object.entries(changed)) {
    if (parseLeafKey(name) !== null) continue;
    if (!isOutline(value)) body[name] = value;
    else {
      const storedItems = itemsById(stored[name]);
      body[name] = value.map((item) => serializeItem(item, { top: name, storedItems, leaves }));
    }
  }
  for (const [blockKey, values] of leaves) {
    const [top = '', id = ''] = blockKey.split('/');
    if (Object.hasOwn(changed, top) || !collectIds(stored[top]).has(id)) continue;
    body[top] = { ...(body[top] as object | undefined), [id]: values };
  }
  return body;
}

/**
 * The base of a save in the format of its body. A list that is sent as a whole was already merged with the stored list, so
 * its base is the list of stored blocks, or null if none were ever stored.
 */
export function buildBaseBody(changed: Values, base: Values, stored: Values): Record<string, unknown> {
  const body = buildSaveBody({ ...changed, ...base }, stored);
  for (const [name, value] of Object.entries(changed))
    if (isOutline(value) && parseLeafKey(name) === null)
      body[name] = stored[name] == null ? null : outlineOf(stored[name]).map(({ id }) => id);
  return body;
}

interface SaveContext {
  top: string;
  storedItems: ReadonlyMap<string, OutlineItem>;
  leaves: Leaves;
}

function serializeItem(item: OutlineItem, context: SaveContext): unknown {
  const { id, block, onlyLocales = null } = item;
  const storedItem = context.storedItems.get(id);
  const blockValues = context.leaves.get(`${context.top}/${id}`);
  const lists = buildLists(item, (list) => list.map((inside) => serializeItem(inside, context)));
  const values = { ...blockValues, ...lists };
  // Omitted locales of a stored block stay.
  const locales = isEqual(onlyLocales, storedItem?.onlyLocales ?? null) ? {} : { only_locales: onlyLocales };
  if (storedItem === undefined) return { id, block, values, ...locales };
  const changes = { ...(Object.keys(values).length === 0 ? {} : { values }), ...locales };
  return Object.keys(changes).length === 0 ? id : { id, ...changes };
}

/** Every id of an outline. */
export function collectIds(outline: unknown): Set<string> {
  return new Set(itemsById(outline).keys());
}

/** The blocks of an outline at all depths. */
export function itemsById(outline: unknown): ReadonlyMap<string, OutlineItem> {
  const items = new Map<string, OutlineItem>();
  const collect = (list: Outline) => {
    for (const item of list) {
      items.set(item.id, item);
      Object.values(item.lists).forEach(collect);
    }
  };
  collect(outlineOf(outline));
  return items;
}
