import { storageKey } from './storage-key.ts';
import type { Block } from './blocks.ts';
import { isSameJson } from './json.ts';

/** How a block differs between two lists (specification: release-diff). */
export interface BlockChange {
  id: string;
  block: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** The path in the new list; for a removed block, in the old list. */
  path: string;
  /**
   * Keys whose values differ, in the order of the definition, then `only_locales`; nested lists of blocks have their own
   * changes.
   */
  fields: string[];
}

const localesKey = 'only_locales';

/** The definitions of blocks by slug, reduced to what the comparison needs. */
export type DefinedBlocks = ReadonlyMap<
  string,
  {
    readonly fields: readonly {
      readonly key: string;
      readonly type: string;
      readonly storage_key?: string;
    }[];
  }
>;

/** One state of a `blocks` field, with its definitions. */
export interface BlockState {
  list: readonly Block[];
  blocks: DefinedBlocks;
}

/** A block and its position. */
interface Position {
  block: Block;
  /** Id and slug; the same id with another slug counts as another block. */
  name: string;
  /** The list that contains the block. */
  list: string;
  path: string;
  /** The keys of its fields that are not lists of blocks, by storage key. */
  keys: Map<string, string>;
}

/**
 * Compares two lists of blocks at every depth. Changes are in the order of the new page, with removed blocks
 * at their old positions, and as few blocks as possible count as moved. Blocks without a definition are
 * skipped.
 * @param field - the key of the field, with which paths begin
 */
export function blockChanges(field: string, before: BlockState, after: BlockState): BlockChange[] {
  const oldPositions = listPositions(field, before);
  const newPositions = listPositions(field, after);
  const oldByName = new Map(oldPositions.map((position) => [position.name, position]));
  const newByName = new Map(newPositions.map((position) => [position.name, position]));
  const unmovedNames = findUnmovedNames(oldPositions, newPositions);
  const removedBlocks = removedByPredecessor(oldPositions, newByName);
  const changes: BlockChange[] = [...(removedBlocks.get(null) ?? [])];
  for (const position of newPositions) {
    const change = compareBlock(oldByName.get(position.name), position, unmovedNames);
    if (change !== null) changes.push(change);
    changes.push(...(removedBlocks.get(position.name) ?? []));
  }
  return changes;
}

function compareBlock(
  before: Position | undefined,
  after: Position,
  unmovedNames: ReadonlySet<string>,
): BlockChange | null {
  if (before === undefined) return blockChange(after, 'added');
  const removedKeys = [...before.keys].filter(([stored]) => !after.keys.has(stored));
  const fields = [...after.keys, ...removedKeys]
    .filter(([stored]) => !isSameJson(valueOf(before, stored), valueOf(after, stored)))
    .map(([, key]) => key);
  if (!isSameJson(localesOf(before), localesOf(after))) fields.push(localesKey);
  if (!unmovedNames.has(after.name)) return blockChange(after, 'moved', fields);
  return fields.length === 0 ? null : blockChange(after, 'changed', fields);
}

function localesOf({ block }: Position): unknown {
  return block[localesKey] ?? null;
}

function valueOf({ block, keys }: Position, stored: string): unknown {
  return keys.has(stored) ? (block.values[stored] ?? null) : null;
}

function blockChange(
  { block, path }: Position,
  change: BlockChange['change'],
  fields: string[] = [],
): BlockChange {
  return { id: block.id, block: block.block, change, path, fields };
}

/** Finds the blocks that are in the same list and in the same order as before. */
function findUnmovedNames(oldPositions: readonly Position[], newPositions: readonly Position[]): Set<string> {
  const oldByList = byList(oldPositions);
  const unmoved = new Set<string>();
  for (const [list, positions] of byList(newPositions)) {
    const order = new Map(oldByList.get(list)?.map(({ name }, i) => [name, i]));
    const common = positions.filter(({ name }) => order.has(name));
    for (const index of longestIncreasing(common.map(({ name }) => order.get(name) ?? 0))) {
      const position = common[index];
      if (position !== undefined) unmoved.add(position.name);
    }
  }
  return unmoved;
}

function byList(positions: readonly Position[]): Map<string, Position[]> {
  const lists = new Map<string, Position[]>();
  for (const position of positions) {
    const members = lists.get(position.list);
    if (members === undefined) lists.set(position.list, [position]);
    else members.push(position);
  }
  return lists;
}

/** Groups removed blocks by the last block before them that still exists; null for none. */
function removedByPredecessor(
  oldPositions: readonly Position[],
  newByName: ReadonlyMap<string, Position>,
): Map<string | null, BlockChange[]> {
  const removedBlocks = new Map<string | null, BlockChange[]>();
  let last: string | null = null;
  for (const position of oldPositions) {
    if (newByName.has(position.name)) last = position.name;
    else removedBlocks.set(last, [...(removedBlocks.get(last) ?? []), blockChange(position, 'removed')]);
  }
  return removedBlocks;
}

function listPositions(field: string, { list, blocks }: BlockState): Position[] {
  const positions: Position[] = [];
  const addPositions = (members: readonly Block[], name: string, path: string) => {
    const definedBlocks = members.filter(({ block }) => blocks.has(block));
    for (const [i, block] of definedBlocks.entries()) {
      const fields = blocks.get(block.block)?.fields ?? [];
      const position: Position = {
        block,
        name: `${block.id}/${block.block}`,
        list: name,
        path: `${path}[${i}]`,
        keys: new Map(
          fields.filter(({ type }) => type !== 'blocks').map((field) => [storageKey(field), field.key]),
        ),
      };
      positions.push(position);
      for (const field of fields) {
        const valueKey = storageKey(field);
        const inner = field.type === 'blocks' ? block.values[valueKey] : null;
        if (Array.isArray(inner))
          addPositions(
            inner as Block[],
            `${position.name}/${valueKey}`,
            `${position.path}.values.${field.key}`,
          );
      }
    }
  };
  addPositions(list, field, field);
  return positions;
}

/** Returns the indexes of a longest increasing subsequence. The numbers must be distinct. */
function longestIncreasing(numbers: readonly number[]): number[] {
  /** By length: the index of the smallest number that ends an increasing subsequence of that length. */
  const ends: number[] = [];
  const predecessors: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const endIndex = ends.findIndex((end) => (numbers[end] ?? 0) >= number);
    const length = endIndex === -1 ? ends.length : endIndex;
    predecessors.push(ends[length - 1]);
    ends[length] = index;
  }
  const indexes: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = predecessors[index]) indexes.unshift(index);
  return indexes;
}
