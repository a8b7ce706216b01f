import type { IndexDescription } from 'mongodb';
import { everVisible, stayProjection } from '../../../lifecycle/index.ts';
import { sortSlotNames } from './sort-slots.ts';

/** The index of each sort order by the path that it sorts by, for `hint` (docs/architecture/decisions/0030-sort-slots.md). */
export const orderIndexNames: Readonly<Record<string, string>> = {
  created_at: 'newest_seen',
  published_at: 'published_at_seen',
  live_updated_at: 'live_updated_at_seen',
  ...Object.fromEntries(sortSlotNames.map((slot) => [`sorts.${slot}`, `${slot}_seen`])),
};

/** The index of the filterable values of what is live; `hint` names it where a filter leaves few entries. */
export const facetIndex = 'facets';

/** How the fields of an order stand in its index. */
export function storedOrder(path: string): Record<string, 1 | -1> {
  return path === 'created_at' ? { created_at: -1, id: -1 } : { [path]: 1, id: 1 };
}

/** Each ends in the start and end dates, so that keys show what is live (docs/architecture/decisions/0141-pages-by-offset.md). */
export const orderIndexes: readonly IndexDescription[] = Object.entries(orderIndexNames).map(
  ([path, name]) => ({
    key: { project_id: 1, release_id: 1, type: 1, ...storedOrder(path), ...stayProjection },
    name,
    partialFilterExpression: isSlot(path) ? { [path]: { $exists: true } } : everVisible,
  }),
);

const orderNames = ['newest', 'published_at', 'live_updated_at', ...sortSlotNames];

/** The same orders as they were before start and end were in them, the one that is missed least last. */
export const replacedOrderIndexes: readonly string[] = [
  ...orderNames,
  ...orderNames.map((name) => `${name}_live`),
];

/** Whether the path is that of a slot, which an entry has only with live values. */
export function isSlot(path: string): boolean {
  return path.startsWith('sorts.');
}
