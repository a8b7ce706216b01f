import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { EntryRecord } from '../store/schema.ts';
import { findPage, type ListedEntry } from '../store/queries/page-repository.ts';
import { findValues } from '../store/repository.ts';
import { sortKeyOf } from '../store/derive.ts';
import type { Field } from '../../fields/schema.ts';
import type { Facet } from '../../fields/kind.ts';
import type { ReadQuota } from '../../../core/http/index.ts';
import type { ReleaseDb, Within } from '../../../core/mongo/index.ts';

interface SortedQuery {
  filter: Within<EntryRecord>;
  field: Field;
  direction: 1 | -1;
  skip: number;
  limit: number;
  only: readonly string[] | undefined;
}

/**
 * One page of a list in the order of a field that has no index, as far as `reading` has room for it.
 * @throws query_too_expensive above 10,000 entries
 */
export async function findSorted(
  db: ReleaseDb,
  { filter, field, direction, skip, limit, only }: SortedQuery,
  reading: () => ReadQuota,
): Promise<{ found: ListedEntry[]; isWhole: boolean }> {
  const most = limits.sorted_in_memory_max;
  const found = await findValues(db, { filter, key: field.key, limit: most + 1 });
  if (found.length > most) throw apiError('query_too_expensive', { name: 'sort' }, { param: 'sort' });
  const keyed = found.map(({ id, value }) => ({ id, key: sortKeyOf(field, value) }));
  keyed.sort((a, b) => direction * (compareKeys(a.key, b.key) || (a.id < b.id ? -1 : 1)));
  const ids = keyed.slice(skip, skip + limit).map(({ id }) => id);
  const page = { sort: { id: 1 }, skip: 0, only } as const;
  const all = await findPage(db, { ...page, filter: { id: { $in: ids } }, limit }, reading());
  if (!all.isWhole) return oneByOne(db, { ids, only }, reading());
  const byId = new Map(all.found.map((entry) => [entry.id, entry]));
  return { found: ids.flatMap((id) => byId.get(id) ?? []), isWhole: true };
}

/** The first of the entries in their order, where there is no room for all. */
async function oneByOne(
  db: ReleaseDb,
  { ids, only }: { ids: readonly string[]; only: readonly string[] | undefined },
  mayRead: ReadQuota,
) {
  const found: ListedEntry[] = [];
  for (const id of ids) {
    let mayKeep = true;
    const asks: ReadQuota = async (bytes) => (mayKeep = await mayRead(bytes));
    const one = await findPage(db, { filter: { id }, sort: { id: 1 }, skip: 0, limit: 1, only }, asks);
    if (!mayKeep && found.length > 0) return { found, isWhole: false };
    found.push(...one.found);
  }
  return { found, isWhole: true };
}

/** As the database orders them: nothing first, texts by code point, false before true. */
export function compareKeys(a: Facet | null, b: Facet | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.from(a).compare(Buffer.from(b));
  return Number(a) - Number(b);
}
