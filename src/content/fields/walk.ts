import { isDeepStrictEqual } from 'node:util';
import { storageKey } from '../../contract/fields/storage-key.ts';
import type { Block } from '../../contract/fields/blocks.ts';
import type { ValueLink } from './kind.ts';
import { fieldKindOf } from './kinds.ts';
import type { Field, RemovedField } from './schema.ts';

/** The fields of block definitions, by slug. */
export type BlockShapes = ReadonlyMap<
  string,
  { readonly fields: readonly Field[]; readonly removed?: readonly RemovedField[] }
>;

/** The definitions that values follow (specification: fields): their fields, and the blocks that lists may contain. */
export interface Shape {
  readonly fields: readonly Field[];
  readonly blocks: BlockShapes;
}

/** A filled field with its value in stored form. */
export interface Leaf {
  field: Field;
  value: unknown;
  /** The path inside the values, as errors write it: `title`, and `sections.blk_1.title` inside a block. */
  at: string;
  /** The key of the entry's own field. */
  top: string;
  /** The block that contains the leaf; null outside of blocks. */
  block: Block | null;
  /** The number of nested lists of blocks around the leaf. */
  level: number;
}

/** A block and the list that contains it. */
export interface BlockLocation {
  block: Block;
  field: Field;
  /** The block that has this list; null for a list of the entry itself. */
  owner: Block | null;
  top: string;
  level: number;
}

type Values = Readonly<Record<string, unknown>>;
type Location = Pick<Leaf, 'block' | 'level'> & { top: string | null };

const rootLocation: Location = { top: null, block: null, level: 0 };

/**
 * Every filled field of stored values, including those inside blocks, in the order of their definitions. All code that
 * searches values uses this walk, so that none forgets blocks. Unknown fields and undefined blocks are skipped.
 */
export function eachFieldValue(shape: Shape, values: Values): Generator<Leaf, void, undefined> {
  return leavesIn(shape, values, rootLocation);
}

function* leavesIn(
  { fields, blocks }: Shape,
  values: Values,
  location: Location,
): Generator<Leaf, void, undefined> {
  for (const field of fields) {
    const value = values[storageKey(field)];
    if (value === undefined || value === null) continue;
    const top = location.top ?? field.key;
    if (field.type !== 'blocks') {
      const { block, level } = location;
      yield { field, value, at: block === null ? top : `${top}.${block.id}.${field.key}`, top, block, level };
      continue;
    }
    for (const block of value as Block[]) {
      const definition = blocks.get(block.block);
      if (definition === undefined) continue;
      const { fields: own } = definition;
      yield* leavesIn({ fields: own, blocks }, block.values, { top, block, level: location.level + 1 });
    }
  }
}

/** Every block of stored values at all depths, in the order of the page. */
export function blocksOf(shape: Shape, values: Values): Generator<BlockLocation, void, undefined> {
  return blocksIn(shape, values, rootLocation);
}

function* blocksIn(
  { fields, blocks }: Shape,
  values: Values,
  location: Location,
): Generator<BlockLocation, void, undefined> {
  for (const field of fields) {
    const list = field.type === 'blocks' ? values[storageKey(field)] : undefined;
    if (!Array.isArray(list)) continue;
    const top = location.top ?? field.key;
    const level = location.level + 1;
    for (const block of list as Block[]) {
      yield { block, field, owner: location.block, top, level };
      const own = blocks.get(block.block)?.fields ?? [];
      yield* blocksIn({ fields: own, blocks }, block.values, { top, block, level });
    }
  }
}

/**
 * Replaces each leaf by the result of `change`. Leaves that become undefined and blocks without a definition are
 * removed. Lists of blocks stay, even if they are empty.
 */
export function mapLeaves(
  shape: Shape,
  values: Values,
  change: (leaf: Leaf) => unknown,
): Record<string, unknown> {
  return mapIn(shape, values, { location: rootLocation, change });
}

/** Whether values agree in all fields. Values of removed fields don't count. */
export function haveSameFields(shape: Shape, values: Values, others: Values): boolean {
  const [fields, otherFields] = [values, others].map((each) => mapLeaves(shape, each, ({ value }) => value));
  return isDeepStrictEqual(fields, otherFields);
}

function mapIn(
  { fields, blocks }: Shape,
  values: Values,
  { location, change }: { location: Location; change: (leaf: Leaf) => unknown },
): Record<string, unknown> {
  const changedValues: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[storageKey(field)];
    if (value === undefined || value === null) continue;
    const top = location.top ?? field.key;
    const { block: parent, level } = location;
    if (field.type !== 'blocks') {
      const at = parent === null ? top : `${top}.${parent.id}.${field.key}`;
      const changedValue = change({ field, value, at, top, block: parent, level });
      if (changedValue !== undefined) changedValues[storageKey(field)] = changedValue;
      continue;
    }
    changedValues[storageKey(field)] = (value as Block[]).flatMap((block) => {
      const own = blocks.get(block.block)?.fields;
      if (own === undefined) return [];
      const child = { location: { top, block, level: level + 1 }, change };
      return [{ ...block, values: mapIn({ fields: own, blocks }, block.values, child) }];
    });
  }
  return changedValues;
}

/** Ids inside the value of a leaf, and the kind of target that the position of each accepts. */
export function linksOf({
  field,
  value,
  at,
  block,
}: Pick<Leaf, 'field' | 'value' | 'at' | 'block'>): ValueLink[] {
  const links = fieldKindOf(field).links?.(value, field, at) ?? [];
  return block === null ? [...links] : links.map((link) => ({ ...link, blockId: block.id }));
}

/** All ids inside stored values: images, links, references, and ids in rich text. */
export function* linksIn(shape: Shape, values: Values): Generator<ValueLink, void, undefined> {
  for (const leaf of eachFieldValue(shape, values)) yield* linksOf(leaf);
}

/** Whether values of a field can contain ids. */
export function canContainLinks(field: Field): boolean {
  return field.type === 'blocks' || fieldKindOf(field).links !== undefined;
}
