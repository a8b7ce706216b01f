import type { AuditAction } from '../../contract/events/audit-actions.ts';
import { BulkResult, bulkTimeoutMs } from '../../contract/bulk.ts';
import { limits } from '../../contract/limits.ts';
import { dashboardRoute, type DashboardRoute } from '../../core/http/index.ts';
import type { TrashParts } from '../../core/context/index.ts';
import { EmptiedTrash, Restore, RestoreResult, TrashList, TrashQuery, TrashSelection } from './schema.ts';
import { restoreFromTrash } from './restore.ts';
import { emptyTrash, readTrash, removeFromTrash } from './service.ts';

const member = { scope: 'release' } as const;
const restoreActions: readonly AuditAction[] = [
  'entry.restored',
  'article.restored',
  'author.restored',
  'category.restored',
  'collection.restored',
  'section.restored',
  'media.restored',
  'type.restored',
  'block.restored',
  'release.restored',
  'entry.changed',
  'article.changed',
  'entry.published',
  'article.published',
];

/** The trash of a project, with the entries of one release. */
export function trashRoutes({ trashKinds: kinds, startRestoreJob }: TrashParts): DashboardRoute[] {
  return [
    dashboardRoute({
      ...member,
      method: 'GET',
      path: '/trash',
      needs: 'read',
      area: 'any',
      summary: `Lists the items that members and API keys deleted in the last ${limits.trash_days} days, newest deletion first.`,
      errors: ['invalid_cursor', 'invalid_parameter'],
      input: { query: TrashQuery },
      output: TrashList,
      run: (context, { query }) => readTrash(context, query),
    }),
    dashboardRoute({
      ...member,
      method: 'POST',
      path: '/trash/restore',
      needs: 'draft',
      writesLocales: true,
      area: 'any',
      audits: restoreActions,
      summary:
        'Restores up to a hundred items as drafts, with a result for each. `publish` publishes those that readers saw. The entries of a content type return in the background.',
      errors: [],
      timeLimitMs: bulkTimeoutMs,
      input: { body: Restore },
      output: RestoreResult,
      run: (context, { body }) => restoreFromTrash(context, { kinds, startRestoreJob }, body),
    }),
    dashboardRoute({
      ...member,
      method: 'POST',
      path: '/trash/remove',
      needs: 'publish',
      area: 'any',
      audits: 'trash.removed',
      summary: 'Permanently deletes up to a hundred items, with a result for each.',
      errors: [],
      timeLimitMs: bulkTimeoutMs,
      input: { body: TrashSelection },
      output: BulkResult,
      run: (context, { body }) => removeFromTrash(context, kinds, body.ids),
    }),
    dashboardRoute({
      ...member,
      method: 'POST',
      path: '/trash/empty',
      needs: 'manage',
      area: 'project',
      audits: 'trash.removed',
      summary: 'Empties the trash.',
      errors: [],
      input: {},
      output: EmptiedTrash,
      run: (context) => emptyTrash(context, kinds),
    }),
  ];
}
