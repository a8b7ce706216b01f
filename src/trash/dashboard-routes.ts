import { BulkResult, bulkTimeMs } from '../contract/bulk.ts';
import { dashboardRoute, type DashboardRoute } from '../platform/http/dashboard-route.ts';
import type { TrashKind } from '../platform/trash.ts';
import { EmptiedTrash, RestoreResult, TrashList, TrashQuery, TrashSelection } from './schema.ts';
import { emptyTrash, readTrash, removeFromTrash, restoreFromTrash } from './service.ts';

const member = { scope: 'release', who: 'member' } as const;

/** The trash of a project: modules, and the entries of one release. */
export function trashRoutes(kinds: readonly TrashKind[]): DashboardRoute[] {
  return [
    dashboardRoute({
      ...member,
      method: 'GET',
      path: '/trash',
      summary: 'Lists what members deleted in the last 30 days, deleted last first.',
      errors: ['invalid_cursor'],
      input: { query: TrashQuery },
      output: TrashList,
      run: (call, { query }) => readTrash(call, query),
    }),
    dashboardRoute({
      ...member,
      method: 'POST',
      path: '/trash/restore',
      summary: 'Restores up to a hundred items, with a result for each.',
      errors: [],
      timeLimitMs: bulkTimeMs,
      input: { body: TrashSelection },
      output: RestoreResult,
      run: (call, { body }) => restoreFromTrash(call, kinds, body.ids),
    }),
    dashboardRoute({
      ...member,
      method: 'POST',
      path: '/trash/remove',
      summary: 'Removes up to a hundred items for good, with a result for each.',
      errors: [],
      timeLimitMs: bulkTimeMs,
      input: { body: TrashSelection },
      output: BulkResult,
      run: (call, { body }) => removeFromTrash(call, kinds, body.ids),
    }),
    dashboardRoute({
      ...member,
      who: 'owner',
      method: 'POST',
      path: '/trash/empty',
      summary: 'Lets everything in the trash expire at once.',
      errors: [],
      input: {},
      output: EmptiedTrash,
      run: (call) => emptyTrash(call, kinds),
    }),
  ];
}
