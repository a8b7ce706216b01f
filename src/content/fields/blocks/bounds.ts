import type { Block } from '../../../contract/fields/blocks.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { Field } from '../schema.ts';
import { blocksOf, type BlockPlace, linksIn, type Shape } from '../walk.ts';
import { blockProblem, missingIn } from './problems.ts';

interface Snapshots {
  /** As it was; null where there was none. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>>;
}

/** Where a list was sent, and the id that was sent with the block that has it. */
export interface SentList {
  at: string;
  blockId: string | undefined;
}

interface Asked {
  /** Whether every list is held to its bounds, and not those alone whose members changed. */
  isWhole: boolean;
  /** Whether `min_items` is asked for. */
  isComplete: boolean;
  /** Whether a write may not empty a required list; where values are checked as a whole, that check finds it. */
  keepsRequired: boolean;
  /** The lists of the request, by their names. */
  sent: ReadonlyMap<string, SentList>;
}

/** One list of blocks of a snapshot. */
interface List {
  field: Field;
  owner: Block | null;
  top: string;
  members: Block[];
}

/** The name of a list by which it is found again: the id of the block that has it, and its key. */
export function listName(ownerId: string | null, key: string): string {
  return `${ownerId ?? ''}/${key}`;
}

/** What is wrong with the lists of a snapshot after a write: depth, numbers and the bounds of their fields. */
export function boundProblems(shape: Shape, { before, after }: Snapshots, asked: Asked): ApiError[] {
  const emptied = asked.keepsRequired ? emptiedLists(shape, { before, after }) : [];
  const faults = emptied.map((list) => {
    const { at, blockId } = asked.sent.get(nameOf(list)) ?? { at: pathOf(list), blockId: list.owner?.id };
    return missingIn(list.field, at, blockId);
  });
  const places = [...blocksOf(shape, after)];
  if (places.length === 0) return faults;
  const was = before === null ? new Map<string, List>() : listsOf([...blocksOf(shape, before)]);
  faults.push(...depthFaults(places), ...tooManyBlocks(places), ...tooManyIds(shape, after));
  for (const [name, list] of listsOf(places)) {
    if (!asked.isWhole && hasSameMembers(list, was.get(name))) continue;
    const place = asked.sent.get(name) ?? { at: pathOf(list), blockId: list.owner?.id };
    faults.push(...listFaults(list, place, asked.isComplete));
  }
  return faults;
}

function listsOf(places: readonly BlockPlace[]): Map<string, List> {
  const lists = new Map<string, List>();
  for (const { block, field, owner, top } of places) {
    const name = listName(owner?.id ?? null, field.key);
    const list = lists.get(name) ?? { field, owner, top, members: [] };
    list.members.push(block);
    lists.set(name, list);
  }
  return lists;
}

function hasSameMembers({ members }: List, before: List | undefined): boolean {
  const ids = new Set(before?.members.map(({ id }) => id));
  return ids.size === members.length && members.every(({ id }) => ids.has(id));
}

type ListPlace = Omit<List, 'members'>;

/** Required lists that are empty after a write and were not before it. New blocks are checked as they are read. */
function emptiedLists(shape: Shape, { before, after }: Snapshots): ListPlace[] {
  const wasEmpty = new Set(emptyRequiredLists(shape, before ?? {}).map(nameOf));
  const had = new Map([...blocksOf(shape, before ?? {})].map(({ block }) => [block.id, block.block]));
  return emptyRequiredLists(shape, after).filter((list) => {
    const isNew = list.owner !== null && had.get(list.owner.id) !== list.owner.block;
    return !isNew && !wasEmpty.has(nameOf(list));
  });
}

/** Lists inside blocks of the last level stay empty, required or not. */
function emptyRequiredLists(shape: Shape, values: Snapshots['after']): ListPlace[] {
  const emptyIn = (fields: readonly Field[], held: Snapshots['after'], tx: Omit<ListPlace, 'field'> | null) =>
    fields.flatMap((field): ListPlace[] => {
      const isNeeded = field.type === 'blocks' && field.options.required === true;
      const list = held[field.key] as readonly Block[] | undefined;
      if (!isNeeded || (list !== undefined && list.length > 0)) return [];
      return [{ field, ...(tx ?? { owner: null, top: field.key }) }];
    });
  const inBlocks = [...blocksOf(shape, values)].flatMap(({ block, top, level }) => {
    const { fields = [] } = level < limits.blocks_depth_max ? (shape.blocks.get(block.block) ?? {}) : {};
    return emptyIn(fields, block.values, { owner: block, top });
  });
  return [...emptyIn(shape.fields, values, null), ...inBlocks];
}

function nameOf({ owner, field }: ListPlace): string {
  return listName(owner?.id ?? null, field.key);
}

function pathOf({ field, owner, top }: ListPlace): string {
  return owner === null ? top : `${top}.${owner.id}.${field.key}`;
}

function depthFaults(places: readonly BlockPlace[]): ApiError[] {
  const most = limits.blocks_depth_max;
  const deep = places.find(({ level }) => level > most);
  if (deep === undefined) return [];
  const param = `${deep.top}.${deep.block.id}`;
  const hints = {
    param,
    expected: `at most ${most} levels`,
    got: `level ${deep.level}`,
    block_id: deep.block.id,
  };
  return [apiError('blocks_too_deep', { most }, hints)];
}

function tooManyBlocks(places: readonly BlockPlace[]): ApiError[] {
  const most = limits.blocks_per_entry_max;
  const over = places[most];
  if (over === undefined) return [];
  const hints = { param: over.top, expected: `at most ${most}`, got: String(places.length) };
  return [apiError('too_many_blocks', { what: 'blocks', most }, hints)];
}

function tooManyIds(shape: Shape, after: Snapshots['after']): ApiError[] {
  const most = limits.block_ids_per_entry_max;
  let count = 0;
  for (const { blockId, param } of linksIn(shape, after)) {
    if (blockId === undefined) continue;
    count += 1;
    if (count <= most) continue;
    const hints = { param: param.split('.')[0] ?? param, expected: `at most ${most}`, got: 'more' };
    return [apiError('too_many_blocks', { what: 'ids inside blocks', most }, hints)];
  }
  return [];
}

function listFaults({ field, members }: List, { at, blockId }: SentList, isComplete: boolean): ApiError[] {
  const { max_items: most, min_items: least, max_of: mostOf = {} } = field.options;
  const faults: ApiError[] = [];
  const refuse = (expected: string, got: number) =>
    faults.push(blockProblem(at, { name: field.key, expected, got: String(got), blockId }));
  if (most !== undefined && members.length > most) refuse(`at most ${most} blocks`, members.length);
  if (isComplete && least !== undefined && members.length < least)
    refuse(`at least ${least} blocks`, members.length);
  for (const [slug, bound] of Object.entries(mostOf)) {
    const count = members.filter(({ block }) => block === slug).length;
    if (count > bound) refuse(`at most ${bound} of ${slug}`, count);
  }
  return faults;
}
