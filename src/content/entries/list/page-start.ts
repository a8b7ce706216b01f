import type { EntryRecord } from '../store/schema.ts';
import {
  findPosition,
  type OrderedList,
  type OrderPosition,
  positionAt,
} from '../store/queries/position-repository.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { KeyBounds, Within } from '../../../core/mongo/index.ts';
import type { ListOrder } from './order.ts';

/** What of a list decides where its pages begin. */
export interface PagedList {
  type: string;
  order: ListOrder;
  /** What a cursor belongs to. */
  list: readonly unknown[];
  isFiltered: boolean;
  /** Whether the page is asked for by offset, out of the whole list. */
  byOffset: boolean;
  skip: number;
}

/** Where the reading of a page begins, and how many rows are passed over from there. */
export interface PageStart {
  skip: number;
  keys?: KeyBounds;
  conditions: Within<EntryRecord>[];
}

interface KnownRow {
  count: number;
  lastId: string;
}

/** So many rows are passed over with what they hold: one command is less than two. */
const nearTop = 100;
/** So many rows behind a known one are passed over; beyond that keys are read from the top. */
const behindMax = 1_000;

/** The order whose positions are kept: of all that readers see, or newest first of what filters leave. */
function orderedList(
  context: ReleaseContext,
  { type, order, isFiltered, byOffset }: PagedList,
): OrderedList | null {
  if (context.db.readsDrafts || !byOffset || order.by === 'memory') return null;
  const { path, direction } = order;
  if (isFiltered && !(path === 'created_at' && direction === -1)) return null;
  return { type, path, direction };
}

const nameOf = ({ list }: PagedList, { path, direction }: OrderedList) =>
  JSON.stringify([...list, path, direction]);

/** The last row before the page that this process has seen, or one not far before it. */
export function nearestPosition(context: ReleaseContext, page: PagedList): KnownRow | null {
  const ordered = orderedList(context, page);
  if (ordered === null || page.skip <= nearTop) return null;
  return context.positions.nearest(nameOf(page, ordered), context, { offset: page.skip, behindMax });
}

/** Notes the last row that a page shows; `count` rows end with it. */
export function savePosition(context: ReleaseContext, page: PagedList, row: KnownRow): void {
  const ordered = orderedList(context, page);
  if (ordered !== null) context.positions.note(nameOf(page, ordered), context, row);
}

/**
 * Finds where a page by offset begins without reading the entries before it: from a remembered row, else from the keys of
 * the order's index (docs/decisions/0141-pages-by-offset.md). Null when the list is shorter. Filtered lists skip rows.
 */
export async function pageStart(
  context: ReleaseContext,
  page: PagedList,
  known: KnownRow | null,
): Promise<PageStart | null> {
  const whole = { skip: page.skip, conditions: [] };
  const ordered = orderedList(context, page);
  if (ordered === null || page.skip <= nearTop) return whole;
  if (known !== null) {
    const position = await findPosition(context.db, ordered, known.lastId);
    if (position !== null) return startAfter(position, page, page.skip - known.count);
  }
  if (page.isFiltered) return whole;
  const position = await positionAt(context.db, ordered, { count: page.skip, now: context.now });
  if (position === null) return null;
  savePosition(context, page, { count: page.skip, lastId: position.id });
  return startAfter(position, page, 0);
}

function startAfter({ keys, value, id }: OrderPosition, { isFiltered }: PagedList, skip: number): PageStart {
  return isFiltered ? { skip, conditions: [olderThan(value as Date, id)] } : { skip, keys, conditions: [] };
}

/** What follows an entry in a list that is newest first. */
export function olderThan(at: Date, id: string): Within<EntryRecord> {
  return { created_at: { $lte: at }, $or: [{ created_at: { $lt: at } }, { id: { $lt: id } }] };
}
