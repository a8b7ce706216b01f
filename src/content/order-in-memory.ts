import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import type { EntryRecord } from '../entries/schema.ts';
import { findPage, findValues, sortKeyOf } from '../entries/service.ts';
import type { Field } from '../fields/schema.ts';
import type { Facet } from '../fields/service.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import type { Within } from '../platform/mongo/scoped.ts';

interface Asked {
  filter: Within<EntryRecord>;
  field: Field;
  direction: 1 | -1;
  skip: number;
  limit: number;
}

/** One page of a list in the order of a field that has no index. @throws query_too_expensive above 10,000 entries */
export async function findSorted(
  db: ReleaseDb,
  { filter, field, direction, skip, limit }: Asked,
): Promise<EntryRecord[]> {
  const most = limits.sorted_in_memory_max;
  const found = await findValues(db, { filter, key: field.key, limit: most + 1 });
  if (found.length > most) throw problem('query_too_expensive', { name: 'sort' }, { param: 'sort' });
  const keyed = found.map(({ id, value }) => ({ id, key: sortKeyOf(field, value) }));
  keyed.sort((a, b) => direction * (compareKeys(a.key, b.key) || (a.id < b.id ? -1 : 1)));
  const ids = keyed.slice(skip, skip + limit).map(({ id }) => id);
  const page = await findPage(db, { filter: { id: { $in: ids } }, sort: { id: 1 }, skip: 0, limit });
  const byId = new Map(page.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** As the database orders them: nothing first, texts by code point, false before true. */
export function compareKeys(a: Facet | null, b: Facet | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.from(a).compare(Buffer.from(b));
  return Number(a) - Number(b);
}
