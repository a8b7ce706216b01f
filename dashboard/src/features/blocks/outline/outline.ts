import { serviceNow } from '../../../api/service-time.ts';
import { isEqual } from '../../editing/conflict/equal.ts';

/** A block in an outline, without its values. */
export interface OutlineItem {
  id: string;
  /** The slug of its definition. */
  block: string;
  /** The lists of blocks inside it, by key. */
  lists: Readonly<Record<string, Outline>>;
  /** The ids of the locales whose readers see the block; absent for all. */
  onlyLocales?: readonly string[];
}

/** The order of the blocks of a field, at all depths. While an entry is edited, their values are fields of the draft. */
export type Outline = readonly OutlineItem[];

/** A list of blocks: the field's own, or one inside a block. */
export interface BlockListPath {
  /** The id of the block that contains the list; null for the field's own list. */
  owner: string | null;
  key: string;
}

/** A gap between two blocks of a list. */
export interface BlockPosition extends BlockListPath {
  index: number;
}

/** A block, its list and its position in it. */
export interface BlockLocation extends BlockPosition {
  item: OutlineItem;
  list: Outline;
  /** The field's own list is level 1. */
  level: number;
}

/** The value if it is an outline, otherwise an empty one. */
export function outlineOf(value: unknown): Outline {
  return isOutline(value) ? value : [];
}

export function isOutline(value: unknown): value is Outline {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => typeof one === 'object' && one !== null && 'lists' in one && 'block' in one)
  );
}

/** Every block with its location, in the order of the page. */
export function* eachBlock(outline: Outline, key: string): Generator<BlockLocation, void, undefined> {
  yield* eachBlockIn(outline, { owner: null, key }, 1);
}

function* eachBlockIn(
  list: Outline,
  { owner, key }: BlockListPath,
  level: number,
): Generator<BlockLocation, void, undefined> {
  for (const [index, item] of list.entries()) {
    yield { item, list, owner, key, index, level };
    for (const [inner, inside] of Object.entries(item.lists))
      yield* eachBlockIn(inside, { owner: item.id, key: inner }, level + 1);
  }
}

export function findBlock(outline: Outline, key: string, id: string): BlockLocation | null {
  for (const location of eachBlock(outline, key)) if (location.item.id === id) return location;
  return null;
}

/** The ids of the blocks around a block, innermost first. */
export function ownersOf(outline: Outline, key: string, id: string): string[] {
  const owner = findBlock(outline, key, id)?.owner ?? null;
  return owner === null ? [] : [owner, ...ownersOf(outline, key, owner)];
}

/** A block's own id and those of all blocks inside it. */
export function idsOf(item: OutlineItem): string[] {
  return [item.id, ...Object.values(item.lists).flatMap((list) => list.flatMap(idsOf))];
}

/** Number of nested levels of a block, itself included. */
export function heightOf(item: OutlineItem): number {
  const inner = Object.values(item.lists).flatMap((list) => list.map(heightOf));
  return 1 + Math.max(0, ...inner);
}

/** Number of blocks at all depths. */
export function countOf(outline: Outline): number {
  return outline.reduce((sum, item) => sum + idsOf(item).length, 0);
}

/** Builds a value from each list of a block, by key. */
export function buildLists<T>({ lists }: OutlineItem, build: (list: Outline) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, build(list)]));
}

/** The list at a path; empty if it does not exist. */
export function listAt(outline: Outline, { owner, key }: BlockListPath, top: string): Outline {
  if (owner === null) return outline;
  return findBlock(outline, top, owner)?.item.lists[key] ?? [];
}

/** Replaces the list at a path. */
export function replaceList(outline: Outline, { owner, key }: BlockListPath, list: Outline): Outline {
  if (owner === null) return list;
  return outline.map((item) => {
    if (item.id === owner) return { ...item, lists: { ...item.lists, [key]: list } };
    const lists = mapLists(item, (inside) => replaceList(inside, { owner, key }, list));
    return lists === item.lists ? item : { ...item, lists };
  });
}

export function insertItem(
  outline: Outline,
  position: BlockPosition,
  item: OutlineItem,
  top: string,
): Outline {
  const list = listAt(outline, position, top);
  return replaceList(outline, position, list.toSpliced(position.index, 0, item));
}

/** Replaces a block. */
export function replaceItem(outline: Outline, changed: OutlineItem): Outline {
  const list = outline.map((item) => {
    if (item.id === changed.id) return changed;
    const lists = mapLists(item, (inside) => replaceItem(inside, changed));
    return lists === item.lists ? item : { ...item, lists };
  });
  return list.every((item, index) => item === outline[index]) ? outline : list;
}

/** Limits a block to readers of some locales, by their ids, or shows it to all with null. */
export function withLocales(
  { onlyLocales: _before, ...item }: OutlineItem,
  ids: readonly string[] | null,
): OutlineItem {
  return ids === null ? item : { ...item, onlyLocales: ids };
}

/** Removes a block with everything inside it. */
export function removeItem(outline: Outline, id: string): Outline {
  const remaining = outline.filter((item) => item.id !== id);
  const list = remaining.map((item) => {
    const lists = mapLists(item, (inside) => removeItem(inside, id));
    return lists === item.lists ? item : { ...item, lists };
  });
  const isSame = list.length === outline.length && list.every((item, index) => item === outline[index]);
  return isSame ? outline : list;
}

/** Changes the lists of a block. Returns the same object if nothing changed, so that React skips unchanged rows. */
function mapLists(item: OutlineItem, change: (list: Outline) => Outline): OutlineItem['lists'] {
  let isSame = true;
  const entries = Object.entries(item.lists).map(([key, list]) => {
    const after = change(list);
    if (after !== list) isSame = false;
    return [key, after] as const;
  });
  return isSame ? item.lists : Object.fromEntries(entries);
}

/** Replaces items of a new outline by equal items of the previous one, so that React skips unchanged rows. */
export function reuseItems(before: Outline, after: Outline): Outline {
  const previous = new Map(before.map((item) => [item.id, item]));
  const list = after.map((item) => {
    const match = previous.get(item.id);
    return match !== undefined && isEqual(match, item) ? match : item;
  });
  const isSame = list.length === before.length && list.every((item, index) => item === before[index]);
  return isSame ? before : list;
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id of a new block in the format of the service: `blk_` and a ULID of 26 characters. */
export function newBlockId(): string {
  let time = '';
  for (
    let remainder = Date.parse(serviceNow()), i = 0;
    i < 10;
    i += 1, remainder = Math.floor(remainder / 32)
  )
    time = crockford.charAt(remainder % 32) + time;
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => crockford.charAt(byte % 32));
  return `blk_${time}${random.join('')}`;
}
