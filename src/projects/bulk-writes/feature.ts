import { DraftQuery } from '../../contract/drafts.ts';
import type { AuditAction } from '../../contract/events/audit-actions.ts';
import type { Feature } from '../../core/context/index.ts';
import { type Route, route } from '../../core/http/index.ts';
import { BulkRoutes } from './operations.ts';
import { BulkWriteResults, BulkWrites } from './schema.ts';
import { writeInBulk } from './service.ts';

/** The request waits up to 10 s for another bulk request, and writes up to 1,000 operations. */
const timeLimitMs = 60_000;

export const bulkWritesFeature: Feature = {
  name: 'bulk-writes',
  routes: ({ routes }) => [bulkRoute(routes)],
};

function bulkRoute(routes: readonly Route[]): Route {
  const bulkRoutes = new BulkRoutes(routes);
  return route({
    method: 'POST',
    path: '/v1/bulk',
    scope: 'release',
    key: 'secret',
    budget: 'write',
    needs: 'draft',
    writesLocales: true,
    area: 'any',
    dryRun: true,
    resumes: true,
    timeLimitMs,
    audits: actionsOf(routes),
    summary: 'Writes several items: each on its own, or all in one transaction.',
    errors: ['too_many_operations', 'bulk_rejected', 'invalid_field_value'],
    input: { query: DraftQuery, body: BulkWrites },
    output: BulkWriteResults,
    run: (context, { query, body }) =>
      writeInBulk({ routes: bulkRoutes, context, draft: query.draft === true }, body),
  });
}

/** The audit actions of the writes that a bulk request can contain. */
function actionsOf(routes: readonly Route[]): AuditAction[] {
  const actions = routes
    .filter(({ bulk }) => bulk !== undefined)
    .flatMap(({ audits }): readonly AuditAction[] => {
      if (typeof audits === 'string') return [audits];
      return audits === undefined || 'none' in audits ? [] : audits;
    });
  return [...new Set(actions)];
}
