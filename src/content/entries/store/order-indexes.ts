import type { IndexDescription } from 'mongodb';
import { everVisible, visiblePeriodProjection } from '../../../lifecycle/index.ts';
import { sortSlotNames } from './sort-slots.ts';

/** The index of each sort order by its path, for `hint` (docs/architecture/decisions/0030-sort-slots.md). */
export const orderIndexNames: Readonly<Record<string, string>> = {
  created_at: 'newest_seen',
  published_at: 'published_at_seen',
  live_updated_at: 'live_updated_at_seen',
  ...Object.fromEntries(sortSlotNames.map((slot) => [`sorts.${slot}`, `${slot}_seen`])),
};

/** The index of the filterable live values. `hint` names it if a filter matches few entries. */
export const facetIndex = 'facets';

/** The keys of a sort order in its index. */
export function indexKeys(path: string): Record<string, 1 | -1> {
  return path === 'created_at' ? { created_at: -1, id: -1 } : { [path]: 1, id: 1 };
}

/**
 * Each index ends in the start and end dates, so that its keys show which entries are live
 * (docs/architecture/decisions/0141-pages-by-offset.md).
 */
export const orderIndexes: readonly IndexDescription[] = Object.entries(orderIndexNames).map(
  ([path, name]) => ({
    key: { project_id: 1, release_id: 1, type: 1, ...indexKeys(path), ...visiblePeriodProjection },
    name,
    partialFilterExpression: isSlot(path) ? { [path]: { $exists: true } } : everVisible,
  }),
);

const orderNames = ['newest', 'published_at', 'live_updated_at', ...sortSlotNames];

/** Indexes of earlier versions, without start and end dates. The most useful one is dropped last. */
export const replacedOrderIndexes: readonly string[] = [
  ...orderNames,
  ...orderNames.map((name) => `${name}_live`),
];

/** Whether the path is a sort slot, which only entries with live values have. */
export function isSlot(path: string): boolean {
  return path.startsWith('sorts.');
}
