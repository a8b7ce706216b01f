import { serviceNow } from '../../../api/service-time.ts';
import { isEqual } from '../../editing/conflict/equal.ts';

/** A block in the order of its list, without its values. */
export interface OutlineItem {
  id: string;
  /** The slug of its definition. */
  block: string;
  /** The lists of blocks inside it, by key. */
  lists: Readonly<Record<string, Outline>>;
}

/** The order of a `blocks` field, at all depths; the values of its blocks are fields of their own while it is edited. */
export type Outline = readonly OutlineItem[];

/** A list inside a field: that of the field itself, or one of a block. */
export interface BlockListPath {
  /** The id of the block that has the list; null for the field's own. */
  owner: string | null;
  key: string;
}

/** A gap between two blocks of a list. */
export interface BlockPosition extends BlockListPath {
  index: number;
}

/** Where a block stands. */
export interface Found extends BlockPosition {
  item: OutlineItem;
  list: Outline;
  /** The field's own list is level 1. */
  level: number;
}

/** What a value of a `blocks` field holds; anything else is an empty list. */
export function outlineOf(value: unknown): Outline {
  return isOutline(value) ? value : [];
}

export function isOutline(value: unknown): value is Outline {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => typeof one === 'object' && one !== null && 'lists' in one && 'block' in one)
  );
}

/** Every block with its place, in the order of the page. */
export function* placesOf(outline: Outline, key: string): Generator<Found, void, undefined> {
  yield* placesIn(outline, { owner: null, key }, 1);
}

function* placesIn(
  list: Outline,
  { owner, key }: BlockListPath,
  level: number,
): Generator<Found, void, undefined> {
  for (const [index, item] of list.entries()) {
    yield { item, list, owner, key, index, level };
    for (const [inner, inside] of Object.entries(item.lists))
      yield* placesIn(inside, { owner: item.id, key: inner }, level + 1);
  }
}

export function find(outline: Outline, key: string, id: string): Found | null {
  for (const place of placesOf(outline, key)) if (place.item.id === id) return place;
  return null;
}

/** The ids of blocks around one, from the nearest on. */
export function around(outline: Outline, key: string, id: string): string[] {
  const owner = find(outline, key, id)?.owner ?? null;
  return owner === null ? [] : [owner, ...around(outline, key, owner)];
}

/** A block's own id and those of all blocks inside it. */
export function idsOf(item: OutlineItem): string[] {
  return [item.id, ...Object.values(item.lists).flatMap((list) => list.flatMap(idsOf))];
}

/** How many lists of blocks stand in one another here, the block itself counted. */
export function heightOf(item: OutlineItem): number {
  const inner = Object.values(item.lists).flatMap((list) => list.map(heightOf));
  return 1 + Math.max(0, ...inner);
}

/** How many blocks there are at all depths. */
export function countOf(outline: Outline): number {
  return outline.reduce((sum, item) => sum + idsOf(item).length, 0);
}

/** What is made of each list of a block, by key. */
export function eachList<T>({ lists }: OutlineItem, make: (list: Outline) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, make(list)]));
}

/** The list at a place; empty where it was never filled. */
export function listAt(outline: Outline, { owner, key }: BlockListPath, top: string): Outline {
  if (owner === null) return outline;
  return find(outline, top, owner)?.item.lists[key] ?? [];
}

/** The same with another list at a place. */
export function withList(outline: Outline, { owner, key }: BlockListPath, list: Outline): Outline {
  if (owner === null) return list;
  return outline.map((item) => {
    if (item.id === owner) return { ...item, lists: { ...item.lists, [key]: list } };
    const lists = mapLists(item, (inside) => withList(inside, { owner, key }, list));
    return lists === item.lists ? item : { ...item, lists };
  });
}

export function inserted(outline: Outline, spot: BlockPosition, item: OutlineItem, top: string): Outline {
  const list = listAt(outline, spot, top);
  return withList(outline, spot, list.toSpliced(spot.index, 0, item));
}

/** The same without a block and what is inside it. */
export function without(outline: Outline, id: string): Outline {
  const kept = outline.filter((item) => item.id !== id);
  const list = kept.map((item) => {
    const lists = mapLists(item, (inside) => without(inside, id));
    return lists === item.lists ? item : { ...item, lists };
  });
  const isSame = list.length === outline.length && list.every((item, index) => item === outline[index]);
  return isSame ? outline : list;
}

/** The lists of a block, changed; itself where nothing did, so that what is shown of the others stays as it is. */
function mapLists(item: OutlineItem, change: (list: Outline) => Outline): OutlineItem['lists'] {
  let isSame = true;
  const entries = Object.entries(item.lists).map(([key, list]) => {
    const after = change(list);
    if (after !== list) isSame = false;
    return [key, after] as const;
  });
  return isSame ? item.lists : Object.fromEntries(entries);
}

/** What came from the service, made of the parts that are known already wherever they say the same. */
export function shared(before: Outline, after: Outline): Outline {
  const known = new Map(before.map((item) => [item.id, item]));
  const list = after.map((item) => {
    const had = known.get(item.id);
    return had !== undefined && isEqual(had, item) ? had : item;
  });
  const isSame = list.length === before.length && list.every((item, index) => item === before[index]);
  return isSame ? before : list;
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id of a new block: `blk_` and 26 characters, as the service makes them. */
export function newBlockId(): string {
  let time = '';
  for (let rest = Date.parse(serviceNow()), i = 0; i < 10; i += 1, rest = Math.floor(rest / 32))
    time = crockford.charAt(rest % 32) + time;
  const chance = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => crockford.charAt(byte % 32));
  return `blk_${time}${chance.join('')}`;
}
