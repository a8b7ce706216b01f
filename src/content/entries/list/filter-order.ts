import type { EntryRecord } from '../store/schema.ts';
import { countEach } from '../store/repository.ts';
import { facetIndex } from '../store/order-indexes.ts';
import type { ReleaseDb, Within } from '../../../core/mongo/index.ts';
import { type PlannedFilter, ranks } from './operators.ts';

type Condition = Within<EntryRecord>;

/** Entries of one filter that are counted; two that have more are both called common. */
const countedMax = 500;

interface OrderedFilters {
  conditions: Condition[];
  /**
   * The index of the facets, where a list in another order must go by it: so few entries are left that they are sorted
   * sooner than found in their order. The database keeps its choice for all projects, and would take the choice that
   * suits a small one for a large one.
   */
  index: string | undefined;
}

/**
 * Turns filters into conditions of which one bounds the scan. Where several ask the index of the facets, the database
 * takes one of them by the form of its condition, whatever it leaves over: half of 100,000 entries were read for the
 * wrong one (specification: facets). So one alone asks the index, and the others the snapshot; with more than one to choose
 * from, or with an order of its own, the data is asked which leaves least.
 */
export async function orderFilters(
  db: ReleaseDb,
  type: string,
  { filters, isSorted }: { filters: readonly PlannedFilter[]; isSorted: boolean },
): Promise<OrderedFilters> {
  // The facets are of what is really live.
  if (db.readsDrafts) return { conditions: filters.map(({ plain }) => plain('live')), index: undefined };
  const { first, isRare } = await mostSelective(db, type, { filters, isSorted });
  const conditions = filters.flatMap((filter) => {
    if (filter !== first || filter.facet === null) return [filter.plain('live')];
    return filter.isExact ? [filter.facet] : [filter.facet, filter.plain('live')];
  });
  return { conditions, index: isSorted && isRare ? facetIndex : undefined };
}

async function mostSelective(
  db: ReleaseDb,
  type: string,
  { filters, isSorted }: { filters: readonly PlannedFilter[]; isSorted: boolean },
): Promise<{ first: PlannedFilter | undefined; isRare: boolean }> {
  const indexed = filters.filter(({ facet }) => facet !== null);
  if (indexed.length < (isSorted ? 1 : 2)) return { first: indexed[0], isRare: false };
  const sizes = await sizesOf(db, type, indexed);
  const least = Math.min(...sizes);
  // Of equal ones, what is selective as a rule.
  return { first: indexed[sizes.indexOf(least)], isRare: least < countedMax };
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
