import { storageKey } from '../../../contract/fields/storage-key.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { findPage, findValues, type PageRows } from '../store/queries/list-repository.ts';
import { sortKeyOf } from '../store/derive.ts';
import type { Field } from '../../fields/schema.ts';
import type { Facet } from '../../fields/kind.ts';
import type { ReadQuota } from '../../../core/http/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import type { Condition } from './filter-plan.ts';

interface SortedQuery {
  filter: Condition;
  field: Field;
  direction: 1 | -1;
  /** Returns the sort key of a value; absent to use the sort key of the field. */
  keyOf?: (value: unknown) => Facet | null;
  skip: number;
  limit: number;
  only: readonly string[] | undefined;
}

/**
 * Reads one page of a list sorted by a field that has no index, as many rows as there is room for.
 * @throws query_too_expensive above 10,000 entries
 */
export async function findSorted(
  db: ReleaseDb,
  { filter, field, direction, keyOf = (value) => sortKeyOf(field, value), skip, limit, only }: SortedQuery,
  newQuota: () => ReadQuota,
): Promise<PageRows> {
  const max = limits.sorted_in_memory_max;
  const values = await findValues(db, { filter, key: storageKey(field), limit: max + 1 });
  if (values.length > max) throw apiError('query_too_expensive', { name: 'sort' }, { param: 'sort' });
  const keyedRows = values.map(({ id, value }) => ({ id, key: keyOf(value) }));
  keyedRows.sort((a, b) => direction * (compareKeys(a.key, b.key) || (a.id < b.id ? -1 : 1)));
  const ids = keyedRows.slice(skip, skip + limit).map(({ id }) => id);
  const page = { filter: { id: { $in: ids } }, sort: { id: 1 }, skip: 0, limit, only } as const;
  const { items, isWhole } = await findPage(db, page, newQuota());
  if (!isWhole) return findEach(db, { ids, only }, newQuota());
  const byId = new Map(items.map((entry) => [entry.id, entry]));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), isWhole };
}

/** Reads entries one by one in the order of `ids`, for a page whose rows do not all fit. */
async function findEach(
  db: ReleaseDb,
  { ids, only }: { ids: readonly string[]; only: readonly string[] | undefined },
  hasRoom: ReadQuota,
): Promise<PageRows> {
  const items: PageRows['items'] = [];
  for (const id of ids) {
    let isWithinLimit = true;
    const quota: ReadQuota = async (bytes) => (isWithinLimit = await hasRoom(bytes));
    const page = await findPage(db, { filter: { id }, sort: { id: 1 }, skip: 0, limit: 1, only }, quota);
    if (!isWithinLimit && items.length > 0) return { items, isWhole: false };
    items.push(...page.items);
  }
  return { items, isWhole: true };
}

/** Compares like the database: null first, texts by code point, false before true. */
function compareKeys(a: Facet | null, b: Facet | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.from(a).compare(Buffer.from(b));
  return Number(a) - Number(b);
}
