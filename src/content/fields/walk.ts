import type { Block } from '../../contract/fields/blocks.ts';
import type { ValueLink } from './kind.ts';
import { fieldKindOf } from './kinds.ts';
import type { Field } from './schema.ts';

/** Definitions of blocks by slug, as far as values are read by them. */
export type BlockShapes = ReadonlyMap<string, { readonly fields: readonly Field[] }>;

/** What values are read by (specification: fields): their fields, and the blocks that may stand in them. */
export interface Shape {
  readonly fields: readonly Field[];
  readonly blocks: BlockShapes;
}

/** A filled field with its value in stored form. */
export interface Leaf {
  field: Field;
  value: unknown;
  /** Its path inside the values, as errors write it: `title`, and `sections.blk_1.title` inside a block. */
  at: string;
  /** The key of the entry's own field, and the id of the block that holds the leaf; null outside of blocks. */
  top: string;
  block: Block | null;
  /** How many lists of blocks it stands in. */
  level: number;
}

/** A block where it stands. */
export interface BlockPlace {
  block: Block;
  /** The field of the list that holds it, and the block that has this list; null in the entry's own. */
  field: Field;
  owner: Block | null;
  top: string;
  level: number;
}

type Values = Readonly<Record<string, unknown>>;
type Inside = Pick<Leaf, 'block' | 'level'> & { top: string | null };

const outside: Inside = { top: null, block: null, level: 0 };

/**
 * Every filled field of stored values, those inside blocks included, in the order of their definitions. Whatever looks
 * for something inside values looks here, so that no place in them is forgotten. Values of fields that the shape does
 * not have, and blocks without a definition, are passed over.
 */
export function eachFieldValue(shape: Shape, values: Values): Generator<Leaf, void, undefined> {
  return leavesIn(shape, values, outside);
}

function* leavesIn({ fields, blocks }: Shape, values: Values, tx: Inside): Generator<Leaf, void, undefined> {
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || value === null) continue;
    const top = tx.top ?? field.key;
    if (field.type !== 'blocks') {
      const { block, level } = tx;
      yield { field, value, at: block === null ? top : `${top}.${block.id}.${field.key}`, top, block, level };
      continue;
    }
    for (const block of value as Block[]) {
      const definition = blocks.get(block.block);
      if (definition === undefined) continue;
      const { fields: own } = definition;
      yield* leavesIn({ fields: own, blocks }, block.values, { top, block, level: tx.level + 1 });
    }
  }
}

/** Every block of stored values at all depths, in the order of the page. */
export function blocksOf(shape: Shape, values: Values): Generator<BlockPlace, void, undefined> {
  return blocksIn(shape, values, outside);
}

function* blocksIn(
  { fields, blocks }: Shape,
  values: Values,
  tx: Inside,
): Generator<BlockPlace, void, undefined> {
  for (const field of fields) {
    const list = field.type === 'blocks' ? values[field.key] : undefined;
    if (!Array.isArray(list)) continue;
    const top = tx.top ?? field.key;
    const level = tx.level + 1;
    for (const block of list as Block[]) {
      yield { block, field, owner: tx.block, top, level };
      const own = blocks.get(block.block)?.fields ?? [];
      yield* blocksIn({ fields: own, blocks }, block.values, { top, block, level });
    }
  }
}

/**
 * The same values with what `change` makes of each leaf; a leaf that becomes undefined is left out, and so are blocks
 * without a definition. Lists of blocks stay, emptied ones too.
 */
export function mapLeaves(
  shape: Shape,
  values: Values,
  change: (leaf: Leaf) => unknown,
): Record<string, unknown> {
  return mapIn(shape, values, { inside: outside, change });
}

function mapIn(
  { fields, blocks }: Shape,
  values: Values,
  { inside: tx, change }: { inside: Inside; change: (leaf: Leaf) => unknown },
): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || value === null) continue;
    const top = tx.top ?? field.key;
    const { block: holder, level } = tx;
    if (field.type !== 'blocks') {
      const at = holder === null ? top : `${top}.${holder.id}.${field.key}`;
      const made = change({ field, value, at, top, block: holder, level });
      if (made !== undefined) changed[field.key] = made;
      continue;
    }
    changed[field.key] = (value as Block[]).flatMap((block) => {
      const own = blocks.get(block.block)?.fields;
      if (own === undefined) return [];
      const place = { inside: { top, block, level: level + 1 }, change };
      return [{ ...block, values: mapIn({ fields: own, blocks }, block.values, place) }];
    });
  }
  return changed;
}

/** Ids inside the value of a leaf, and what the place of each takes. */
export function linksOf({
  field,
  value,
  at,
  block,
}: Pick<Leaf, 'field' | 'value' | 'at' | 'block'>): ValueLink[] {
  const links = fieldKindOf(field).links?.(value, field, at) ?? [];
  return block === null ? [...links] : links.map((link) => ({ ...link, blockId: block.id }));
}

/** Ids at every place of stored values: pictures, links, references, and those in rich text. */
export function* linksIn(shape: Shape, values: Values): Generator<ValueLink, void, undefined> {
  for (const leaf of eachFieldValue(shape, values)) yield* linksOf(leaf);
}

/** Whether values of a field can hold ids at all. */
export function mayHoldLinks(field: Field): boolean {
  return field.type === 'blocks' || fieldKindOf(field).links !== undefined;
}
