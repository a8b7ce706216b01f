import type { Filter } from 'mongodb';
import type { DueQuery } from '../platform/call.ts';

/** The order of `due_in_order` (collection.ts). */
export const dueOrder = { live_at: 1, _id: 1 } as const;

/** The rows that a query for due items means, answered from the index `due_in_order`. */
export function dueFilter<R extends object>({ until, after, except }: DueQuery): Filter<R> {
  const dates =
    after === null
      ? { live_at: { $lte: until } }
      : {
          $or: [{ live_at: after.at, _id: { $gt: after.row } }, { live_at: { $gt: after.at, $lte: until } }],
        };
  return {
    status: 'scheduled',
    ...dates,
    ...(except.projectIds.length === 0 ? {} : { project_id: { $nin: except.projectIds } }),
    ...(except.releaseIds.length === 0 ? {} : { release_id: { $nin: except.releaseIds } }),
  } as unknown as Filter<R>; // R has these keys; that is what a dated collection is
}
