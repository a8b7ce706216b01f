import {
  anyKey,
  type KeyBounds,
  keysAfter,
  type ReleaseDb,
  type Within,
} from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { stayPaths, visibleIn } from '../../../../lifecycle/index.ts';
import { isSlot, orderIndexNames, storedOrder } from '../order-indexes.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';

/** A list of all that readers see of a type, in the order of an index. */
export interface OrderedList {
  type: string;
  path: string;
  direction: 1 | -1;
}

/** An entry in its list: what it is ordered by, and the keys that follow it. */
export interface OrderPosition {
  id: string;
  value: unknown;
  keys: KeyBounds;
}

/**
 * The position behind the first `count` entries of a list; null when it has fewer. It reads only keys of the index
 * (docs/decisions/0141-pages-by-offset.md).
 */
export async function positionAt(
  db: ReleaseDb,
  list: OrderedList,
  { count, now }: { count: number; now: Date },
): Promise<OrderPosition | null> {
  const { type, path, direction } = list;
  const inIndex = isSlot(path) ? [{ [path]: anyKey }] : [];
  const filter = { $and: [{ type }, visibleIn(now), ...inIndex] } as Within<EntryRecord>;
  const [row] = await rows(db, entries).find(filter, {
    projection: { _id: 0, id: 1, [path]: 1 },
    sort: { [path]: direction, id: direction },
    skip: count - 1,
    limit: 1,
    hint: orderIndexNames[path] ?? '',
  });
  return row === undefined ? null : positionOf(list, row);
}

/** The position behind an entry; null when the release has it no more. */
export async function findPosition(
  db: ReleaseDb,
  list: OrderedList,
  id: string,
): Promise<OrderPosition | null> {
  const row = await rows(db, entries).findOne({ id }, { projection: { _id: 0, id: 1, [list.path]: 1 } });
  return row === null ? null : positionOf(list, row);
}

function positionOf({ type, path, direction }: OrderedList, row: EntryRecord): OrderPosition {
  const stored = storedOrder(path);
  const value = valueAt(row, path);
  const values = [value, row.id];
  const keys = keysAfter({ prefix: { type }, stored, values, rest: stayPaths }, stored[path] === direction);
  return { id: row.id, value, keys };
}

/** `sorts.s3` of a row. */
function valueAt(row: EntryRecord, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], row);
}
