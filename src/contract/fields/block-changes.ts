import type { Block } from './blocks.ts';
import { longestRising } from './longest-rising.ts';
import { isSameJson } from './same-json.ts';

/** How one block differs between two lists (specification: release-diff). */
export interface BlockChange {
  id: string;
  block: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** Where it stands now; of a removed one where it stood. */
  path: string;
  /** Keys that differ, in the order of its definition; of a moved block too. Lists in it tell of themselves. */
  fields: string[];
}

/** Definitions of blocks by slug, as far as differences are found by them. */
export type DefinedBlocks = ReadonlyMap<
  string,
  { readonly fields: readonly { readonly key: string; readonly type: string }[] }
>;

/** One state of a `blocks` field, with the definitions that it is read by. */
export interface BlockState {
  list: readonly Block[];
  blocks: DefinedBlocks;
}

/** A block where it stands. */
interface Place {
  block: Block;
  /** Which block it is: the same id with another slug is another one. */
  name: string;
  /** Which list it stands in. */
  list: string;
  path: string;
  /** The keys of its definition that hold no lists of blocks. */
  keys: string[];
}

/**
 * How one list of blocks became another, block by block at every depth: one change for each, in the order of the page
 * as it is now, removed ones where they stood. Moves are the fewest that explain the new order. Blocks without a
 * definition are passed over.
 *
 * @param field - the key of the field, with which paths begin
 */
export function blockChanges(field: string, before: BlockState, after: BlockState): BlockChange[] {
  const old = placesIn(field, before);
  const now = placesIn(field, after);
  const was = new Map(old.map((place) => [place.name, place]));
  const is = new Map(now.map((place) => [place.name, place]));
  const staying = stayingNames(old, now);
  const removed = removedBehind(old, is);
  const changes: BlockChange[] = [...(removed.get(null) ?? [])];
  for (const place of now) {
    const change = changeOf(was.get(place.name), place, staying);
    if (change !== null) changes.push(change);
    changes.push(...(removed.get(place.name) ?? []));
  }
  return changes;
}

function changeOf(was: Place | undefined, is: Place, staying: ReadonlySet<string>): BlockChange | null {
  if (was === undefined) return told(is, 'added');
  const keys = [...is.keys, ...was.keys.filter((key) => !is.keys.includes(key))];
  const fields = keys.filter((key) => !isSameJson(valueOf(was, key), valueOf(is, key)));
  if (!staying.has(is.name)) return told(is, 'moved', fields);
  return fields.length === 0 ? null : told(is, 'changed', fields);
}

function valueOf({ block, keys }: Place, key: string): unknown {
  return keys.includes(key) ? (block.values[key] ?? null) : null;
}

function told({ block, path }: Place, change: BlockChange['change'], fields: string[] = []): BlockChange {
  return { id: block.id, block: block.block, change, path, fields };
}

/** Blocks that are in the same list as before, as many of them as stand in their old order. */
function stayingNames(old: readonly Place[], now: readonly Place[]): Set<string> {
  const before = byList(old);
  const staying = new Set<string>();
  for (const [list, places] of byList(now)) {
    const order = new Map(before.get(list)?.map(({ name }, i) => [name, i]));
    const kept = places.filter(({ name }) => order.has(name));
    for (const at of longestRising(kept.map(({ name }) => order.get(name) ?? 0))) {
      const place = kept[at];
      if (place !== undefined) staying.add(place.name);
    }
  }
  return staying;
}

function byList(places: readonly Place[]): Map<string, Place[]> {
  const lists = new Map<string, Place[]>();
  for (const place of places) {
    const members = lists.get(place.list);
    if (members === undefined) lists.set(place.list, [place]);
    else members.push(place);
  }
  return lists;
}

/** Removed blocks by the last one before them that is still there; null where there is none. */
function removedBehind(
  old: readonly Place[],
  is: ReadonlyMap<string, Place>,
): Map<string | null, BlockChange[]> {
  const behind = new Map<string | null, BlockChange[]>();
  let last: string | null = null;
  for (const place of old) {
    if (is.has(place.name)) last = place.name;
    else behind.set(last, [...(behind.get(last) ?? []), told(place, 'removed')]);
  }
  return behind;
}

function placesIn(field: string, { list, blocks }: BlockState): Place[] {
  const found: Place[] = [];
  const gather = (members: readonly Block[], name: string, path: string) => {
    const known = members.filter(({ block }) => blocks.has(block));
    for (const [i, block] of known.entries()) {
      const fields = blocks.get(block.block)?.fields ?? [];
      const place: Place = {
        block,
        name: `${block.id}/${block.block}`,
        list: name,
        path: `${path}[${i}]`,
        keys: fields.filter(({ type }) => type !== 'blocks').map(({ key }) => key),
      };
      found.push(place);
      for (const { key, type } of fields) {
        const inner = type === 'blocks' ? block.values[key] : null;
        if (Array.isArray(inner))
          gather(inner as Block[], `${place.name}/${key}`, `${place.path}.values.${key}`);
      }
    }
  };
  gather(list, field, field);
  return found;
}
