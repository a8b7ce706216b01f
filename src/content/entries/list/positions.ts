import { findSortValue } from '../store/queries/list-repository.ts';
import { isSlot, indexKeys } from '../store/order-indexes.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { anyKey, type KeyBounds, keysAfter } from '../../../core/mongo/index.ts';
import { visiblePeriodPaths, visibleIn } from '../../../lifecycle/index.ts';
import type { Condition } from './filter-plan.ts';
import type { IndexOrder } from './order.ts';
import type { ListEnd, ListPlan } from './plan.ts';

/** The start of a page, and the number of rows to skip from there. */
export interface PageStart {
  skip: number;
  keys?: KeyBounds;
  conditions: Condition[];
}

/** An entry that a process remembers, and the number of rows up to it. */
interface Position {
  count: number;
  lastId: string;
}

/** Up to this offset rows are skipped with their documents: one command is faster than two. */
const nearTop = 100;
/** Up to this many rows after a remembered position are skipped. Later pages are found in the index from the top. */
const behindMax = 1_000;

/** The order of a list whose positions are remembered: unfiltered by offset in any index order, filtered newest first. */
function orderOfPositions({ db }: ReleaseContext, { order, filters, paging }: ListPlan): IndexOrder | null {
  if (!db.hasDerivedKeys || db.locale?.rows !== undefined || paging !== 'offset' || order.by === 'memory')
    return null;
  const isNewestFirst = order.path === 'created_at' && order.direction === -1;
  return filters.length === 0 || isNewestFirst ? order : null;
}

const keyOf = ({ identity }: ListPlan, { path, direction }: IndexOrder) =>
  JSON.stringify([...identity, path, direction]);

/** The last remembered position before the page that is near enough. */
export function nearestPosition(context: ReleaseContext, plan: ListPlan): Position | null {
  const order = orderOfPositions(context, plan);
  if (order === null || plan.offset <= nearTop) return null;
  return context.positions.nearest(keyOf(plan, order), context, { offset: plan.offset, behindMax });
}

/** Remembers the last row of a page. */
export function savePosition(context: ReleaseContext, plan: ListPlan, position: Position): void {
  const order = orderOfPositions(context, plan);
  if (order !== null) context.positions.note(keyOf(plan, order), context, position);
}

/**
 * Finds where a page starts: after a cursor, or at an offset without reading the entries before it, from a remembered
 * position or from index keys (docs/architecture/decisions/0141-pages-by-offset.md). Returns null if the list is shorter.
 */
export async function findStart(
  context: ReleaseContext,
  plan: ListPlan,
  nearest: Position | null,
): Promise<PageStart | null> {
  const { type, after, offset, filters } = plan;
  const order = orderOfPositions(context, plan);
  const top = { skip: offset, conditions: after === null ? [] : [olderThan(after)] };
  if (order === null || offset <= nearTop) return top;
  const { path, direction } = order;
  if (nearest !== null) {
    const row = await findSortValue(context.db, { filter: { id: nearest.lastId }, path });
    if (row !== null) return startAfter(row, plan, order, offset - nearest.count);
  }
  if (filters.length > 0) return top;
  const slotConditions = isSlot(path) ? [{ [path]: anyKey }] : [];
  const row = await findSortValue(context.db, {
    filter: { $and: [{ type: type.slug }, visibleIn(context.now), ...slotConditions] },
    path,
    sort: { [path]: direction, id: direction },
    skip: offset - 1,
    hint: order.index,
  });
  if (row === null) return null;
  savePosition(context, plan, { count: offset, lastId: row.id });
  return startAfter(row, plan, order, 0);
}

/** Filtered lists may use another index than that of their order, so they continue by a condition. */
function startAfter(
  { id, value }: { id: string; value: unknown },
  { type, filters }: ListPlan,
  { path, direction }: IndexOrder,
  skip: number,
): PageStart {
  if (filters.length > 0) return { skip, conditions: [olderThan({ createdAt: value as Date, id })] };
  const keyOrder = indexKeys(path);
  const position = {
    prefix: { type: type.slug },
    stored: keyOrder,
    values: [value, id],
    rest: visiblePeriodPaths,
  };
  return { skip, keys: keysAfter(position, keyOrder[path] === direction), conditions: [] };
}

/** The entries after another one in a list that is sorted newest first. */
export function olderThan({ createdAt, id }: ListEnd): Condition {
  return {
    created_at: { $lte: createdAt },
    $or: [{ created_at: { $lt: createdAt } }, { id: { $lt: id } }],
  };
}
