import { isDeepStrictEqual } from 'node:util';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import { hiddenFields } from '../../../contract/fields/conditions.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { Field } from '../schema.ts';
import { blocksOf, type BlockLocation, linksIn, type Shape } from '../walk.ts';
import { blockError, missingFieldError } from './block-errors.ts';
import { hiddenBlocks, isBlockIn } from './hidden-blocks.ts';

interface Snapshots {
  /** Null if this snapshot didn't exist before the write. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>>;
}

/** The path of a list in the request, and the id that was sent with the block that owns it. */
export interface SentList {
  at: string;
  blockId: string | undefined;
}

interface Checks {
  /** Whether to check every list, not only those whose members changed. */
  isWhole: boolean;
  /** Whether to check `min_items`. */
  isComplete: boolean;
  /** Whether emptying a required list is an error here. False if the check of all values reports it. */
  keepsRequired: boolean;
  /** The lists of the request, by `listKey`. */
  sent: ReadonlyMap<string, SentList>;
  /** The id of the locale in which the lists are checked; null if the project has one. */
  locale: string | null;
}

/** One list of blocks of a snapshot. */
interface List {
  field: Field;
  owner: Block | null;
  top: string;
  members: Block[];
}

/** Identifies a list in a snapshot: the id of the block that owns it, and the storage key of its field. */
export function listKey(ownerId: string | null, key: string): string {
  return `${ownerId ?? ''}/${key}`;
}

/** Checks the lists of a snapshot after a write: their depth, the number of blocks and ids, and the bounds of fields. */
export function findBoundErrors(shape: Shape, { before, after }: Snapshots, checks: Checks): ApiError[] {
  const emptyLists = checks.keepsRequired ? emptiedLists(shape, { before, after }, checks.locale) : [];
  const errors = emptyLists.map((list) => {
    const { at, blockId } = checks.sent.get(keyOf(list)) ?? { at: pathOf(list), blockId: list.owner?.id };
    return missingFieldError(list.field, at, blockId);
  });
  const locations = [...blocksOf(shape, after)];
  if (locations.length === 0) return errors;
  const hidden = hiddenBlocks(shape, after, checks.locale);
  const previousLists = before === null ? new Map<string, List>() : listsOf([...blocksOf(shape, before)]);
  errors.push(...depthErrors(locations), ...blockCountErrors(locations), ...idCountErrors(shape, after));
  for (const [key, list] of listsOf(locations)) {
    if (!checks.isWhole && hasSameMembers(list, previousLists.get(key))) continue;
    const sentList = checks.sent.get(key) ?? { at: pathOf(list), blockId: list.owner?.id };
    const isInHidden = list.owner !== null && hidden.has(list.owner.id);
    const isComplete = checks.isComplete && !isInHidden && !isHiddenList(list, shape, after);
    errors.push(...listErrors(list, sentList, isComplete ? checks.locale : undefined));
  }
  return errors;
}

function listsOf(locations: readonly BlockLocation[]): Map<string, List> {
  const lists = new Map<string, List>();
  for (const { block, field, owner, top } of locations) {
    const mapKey = listKey(owner?.id ?? null, storageKey(field));
    const list = lists.get(mapKey) ?? { field, owner, top, members: [] };
    list.members.push(block);
    lists.set(mapKey, list);
  }
  return lists;
}

/** Whether a list has the blocks that it had, in the locales that they had. */
function hasSameMembers({ members }: List, before: List | undefined): boolean {
  const locales = new Map(before?.members.map(({ id, only_locales }) => [id, only_locales]));
  const isSame = ({ id, only_locales }: Block) =>
    locales.has(id) && isDeepStrictEqual(locales.get(id), only_locales);
  return locales.size === members.length && members.every(isSame);
}

type ListLocation = Omit<List, 'members'>;

/** Required lists that this write emptied. The reader has already checked new blocks. */
function emptiedLists(shape: Shape, { before, after }: Snapshots, locale: string | null): ListLocation[] {
  const wasEmpty = new Set(emptyRequiredLists(shape, before ?? {}, new Set()).map(keyOf));
  const previousSlugs = new Map(
    [...blocksOf(shape, before ?? {})].map(({ block }) => [block.id, block.block]),
  );
  return emptyRequiredLists(shape, after, hiddenBlocks(shape, after, locale)).filter((list) => {
    const isNewBlock = list.owner !== null && previousSlugs.get(list.owner.id) !== list.owner.block;
    return !isNewBlock && !wasEmpty.has(keyOf(list));
  });
}

/** Lists inside blocks of the deepest level are always empty, so they aren't reported. */
function emptyRequiredLists(
  shape: Shape,
  values: Snapshots['after'],
  hiddenIds: ReadonlySet<string>,
): ListLocation[] {
  const emptyIn = (
    fields: readonly Field[],
    ownValues: Snapshots['after'],
    owner: Omit<ListLocation, 'field'> | null,
  ) => {
    const hidden = hiddenFields(fields, (one) => ownValues[storageKey(one)]);
    return fields.flatMap((field): ListLocation[] => {
      const isNeeded = field.type === 'blocks' && field.options.required === true && !hidden.has(field.key);
      const list = ownValues[storageKey(field)] as readonly Block[] | undefined;
      if (!isNeeded || (list !== undefined && list.length > 0)) return [];
      return [{ field, ...(owner ?? { owner: null, top: field.key }) }];
    });
  };
  const inBlocks = [...blocksOf(shape, values)].flatMap(({ block, top, level }) => {
    const isChecked = level < limits.blocks_depth_max && !hiddenIds.has(block.id);
    const { fields = [] } = isChecked ? (shape.blocks.get(block.block) ?? {}) : {};
    return emptyIn(fields, block.values, { owner: block, top });
  });
  return [...emptyIn(shape.fields, values, null), ...inBlocks];
}

/** Whether the form hides a list that is not inside a hidden block. */
function isHiddenList({ field, owner }: List, shape: Shape, values: Snapshots['after']): boolean {
  if (field.options.show_if === undefined) return false;
  const fields = owner === null ? shape.fields : (shape.blocks.get(owner.block)?.fields ?? []);
  const ownValues = owner === null ? values : owner.values;
  return hiddenFields(fields, (one) => ownValues[storageKey(one)]).has(field.key);
}

function keyOf({ owner, field }: ListLocation): string {
  return listKey(owner?.id ?? null, storageKey(field));
}

function pathOf({ field, owner, top }: ListLocation): string {
  return owner === null ? top : `${top}.${owner.id}.${field.key}`;
}

function depthErrors(locations: readonly BlockLocation[]): ApiError[] {
  const most = limits.blocks_depth_max;
  const deepBlock = locations.find(({ level }) => level > most);
  if (deepBlock === undefined) return [];
  const param = `${deepBlock.top}.${deepBlock.block.id}`;
  const hints = {
    param,
    expected: `at most ${most} levels`,
    got: `level ${deepBlock.level}`,
    block_id: deepBlock.block.id,
  };
  return [apiError('blocks_too_deep', { most }, hints)];
}

function blockCountErrors(locations: readonly BlockLocation[]): ApiError[] {
  const most = limits.blocks_per_entry_max;
  const firstExcess = locations[most];
  if (firstExcess === undefined) return [];
  const hints = { param: firstExcess.top, expected: `at most ${most}`, got: String(locations.length) };
  return [apiError('too_many_blocks', { what: 'blocks', most }, hints)];
}

function idCountErrors(shape: Shape, after: Snapshots['after']): ApiError[] {
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

/** @param completeIn - the locale in which `min_items` is checked, null for the only one; undefined for no check */
function listErrors(
  { field, members }: List,
  { at, blockId }: SentList,
  completeIn: string | null | undefined,
): ApiError[] {
  const { max_items: most, min_items: least, max_of: mostOf = {} } = field.options;
  const errors: ApiError[] = [];
  const addError = (expected: string, got: number) =>
    errors.push(blockError(at, { name: field.key, expected, got: String(got), blockId }));
  const longest = mostShown(members);
  if (most !== undefined && longest > most) addError(`at most ${most} blocks`, longest);
  if (completeIn !== undefined && least !== undefined) {
    const visibleCount = members.filter(
      (block) => completeIn === null || isBlockIn(block, completeIn),
    ).length;
    if (visibleCount < least) addError(`at least ${least} blocks`, visibleCount);
  }
  for (const [slug, bound] of Object.entries(mostOf)) {
    const count = mostShown(members.filter(({ block }) => block === slug));
    if (count > bound) addError(`at most ${bound} of ${slug}`, count);
  }
  return errors;
}

/** The number of blocks in the locale that shows most of them. */
function mostShown(members: readonly Block[]): number {
  const shownBy = new Map<string, number>();
  for (const { only_locales: ids = [] } of members)
    for (const id of ids) shownBy.set(id, (shownBy.get(id) ?? 0) + 1);
  const everywhere = members.filter(({ only_locales: ids }) => ids === undefined).length;
  return everywhere + Math.max(0, ...shownBy.values());
}
