import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { eachList, isOutline, type Outline, type OutlineItem, outlineOf } from './outline.ts';

/** The name of a block's field while its entry is edited: `sections/blk_1/title`. Keys of fields have no slash. */
export function leafKey(top: string, id: string, key: string): string {
  return `${top}/${id}/${key}`;
}

/** What such a name says; null for the name of a whole field. */
export function leafOf(name: string): { top: string; id: string; key: string } | null {
  const [top = '', id, key] = name.split('/');
  return id === undefined || key === undefined ? null : { top, id, key };
}

/**
 * Values with their blocks taken apart: for a list of blocks its order, and every field of every block by itself. So
 * each has its own change, copy, error and clash.
 */
export function flat(values: Values): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values))
    result[key] = isBlockList(value) ? takeApart(value, key, result) : value;
  return result;
}

function takeApart(list: readonly Block[], top: string, into: Record<string, unknown>): Outline {
  return list.map(({ id, block, values }): OutlineItem => {
    const lists: Record<string, Outline> = {};
    for (const [key, value] of Object.entries(values)) {
      if (isBlockList(value)) lists[key] = takeApart(value, top, into);
      else into[leafKey(top, id, key)] = value;
    }
    return { id, block, lists };
  });
}

/** Whether a value is a list of blocks with something in it, as it is stored. */
export function isBlockList(value: unknown): value is Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one: unknown) => typeof one === 'object' && one !== null && 'block' in one && 'values' in one,
    )
  );
}

/** The values again as they are stored; what was not taken apart stays as it is. */
export function whole(values: Values): Record<string, unknown> {
  const leaves = leavesByBlock(values);
  const entries = Object.entries(values).filter(([name]) => leafOf(name) === null);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      isOutline(value) ? value.map((item) => blockOf(item, key, leaves)) : value,
    ]),
  );
}

/** The blocks of one field as they are stored. */
export function wholeList(values: Values, key: string): Block[] {
  const leaves = leavesByBlock(values);
  return outlineOf(values[key]).map((item) => blockOf(item, key, leaves));
}

type Leaves = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function leavesByBlock(values: Values): Leaves {
  const leaves = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(values)) {
    const leaf = leafOf(name);
    if (leaf === null) continue;
    const of = `${leaf.top}/${leaf.id}`;
    const own = leaves.get(of) ?? {};
    own[leaf.key] = value;
    leaves.set(of, own);
  }
  return leaves;
}

function blockOf(item: OutlineItem, top: string, leaves: Leaves): Block {
  const { id, block } = item;
  const inside = eachList(item, (list) => list.map((one) => blockOf(one, top, leaves)));
  return { id, block, values: { ...leaves.get(`${top}/${id}`), ...inside } };
}

/**
 * What a save sends of changed fields: changes by the ids of their blocks, and the whole order where it changed, with
 * what is new written out. Changes of blocks that stand nowhere any more are left out.
 */
export function written(changed: Values, stored: Values): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  const leaves = leavesByBlock(changed);
  for (const [name, value] of Object.entries(changed)) {
    if (leafOf(name) !== null) continue;
    if (!isOutline(value)) sent[name] = value;
    else {
      const known = idsIn(stored[name]);
      sent[name] = value.map((item) => itemOf(item, { top: name, known, leaves }));
    }
  }
  for (const [of, values] of leaves) {
    const [top = '', id = ''] = of.split('/');
    if (Object.hasOwn(changed, top) || !idsIn(stored[top]).has(id)) continue;
    sent[top] = { ...(sent[top] as object | undefined), [id]: values };
  }
  return sent;
}

interface Written {
  top: string;
  known: ReadonlySet<string>;
  leaves: Leaves;
}

function itemOf(item: OutlineItem, context: Written): unknown {
  const { id, block } = item;
  const own = context.leaves.get(`${context.top}/${id}`);
  const lists = eachList(item, (list) => list.map((inside) => itemOf(inside, context)));
  const values = { ...own, ...lists };
  if (!context.known.has(id)) return { id, block, values };
  return Object.keys(values).length === 0 ? id : { id, values };
}

/** Every id of an outline. */
export function idsIn(outline: unknown): Set<string> {
  const ids = new Set<string>();
  const gather = (list: Outline) => {
    for (const item of list) {
      ids.add(item.id);
      Object.values(item.lists).forEach(gather);
    }
  };
  gather(outlineOf(outline));
  return ids;
}
