import type { EntryRecord } from '../entries/schema.ts';
import { countEach } from '../entries/service.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import type { Within } from '../platform/mongo/scoped.ts';
import { type PlannedFilter, ranks } from './operators.ts';

type Condition = Within<EntryRecord>;

/** Entries of one filter that are counted; two that have more are both called common. */
const countedMax = 500;

/**
 * Turns filters into conditions of which one bounds the scan. Where several ask the index of the facets, the database
 * takes one of them by the form of its condition, whatever it leaves over: half of 100,000 entries were read for the
 * wrong one (specification: facets). So one alone asks the index, and the others the snapshot; with more than one to choose
 * from the data is asked which leaves least.
 */
export async function orderFilters(
  db: ReleaseDb,
  type: string,
  filters: readonly PlannedFilter[],
): Promise<Condition[]> {
  if (db.readsDrafts) return filters.map(({ plain }) => plain('live')); // the facets are of what is really live
  const first = await mostSelective(db, type, filters);
  return filters.flatMap((filter) => {
    if (filter !== first || filter.facet === null) return [filter.plain('live')];
    return filter.isExact ? [filter.facet] : [filter.facet, filter.plain('live')];
  });
}

async function mostSelective(
  db: ReleaseDb,
  type: string,
  filters: readonly PlannedFilter[],
): Promise<PlannedFilter | undefined> {
  const indexed = filters.filter(({ facet }) => facet !== null);
  if (indexed.length < 2) return indexed[0];
  const sizes = await sizesOf(db, type, indexed);
  return indexed[sizes.indexOf(Math.min(...sizes))]; // of equal ones, what is selective as a rule
}

function sizesOf(db: ReleaseDb, type: string, filters: readonly PlannedFilter[]): Promise<number[]> {
  const conditions = filters.map(({ facet }) => ({ type, ...facet }));
  return countEach(db, conditions, countedMax);
}

/** The parameter that makes a list slow: one that no index helps, else the one that leaves most. */
export function slowestOf(filters: readonly PlannedFilter[]): string | null {
  return filters.at(-1)?.param ?? null;
}

/** Whether a list may examine most entries for what it shows: a filter has no index, or the best of them is a range. */
export function readsMuch(filters: readonly PlannedFilter[]): boolean {
  return filters.some(({ facet }) => facet === null) || (filters[0]?.rank ?? ranks.exact) >= ranks.range;
}
