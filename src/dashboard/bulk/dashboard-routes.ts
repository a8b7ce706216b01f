import { Type } from '@sinclair/typebox';
import { EditorArticleNarrowing } from '../../modules/index.ts';
import { EditorNarrowing } from '../../content/index.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { RestoreAll, TrashFilter } from '../../lifecycle/index.ts';
import { BulkJob, BulkJobList, BulkPreview, DryRun, StartBulk, StartEntryBulk } from './schema.ts';
import { dismissBulk, readJobs, startArticles, startEntries, startRestore, stopBulk } from './service.ts';

const member = { scope: 'project' } as const;
const JobPath = Type.Object({ jobId: Type.String() });
const closed = { additionalProperties: false } as const;
const articleQuery = Type.Composite([EditorArticleNarrowing, DryRun], closed);
const actions = 'Publishes, unpublishes or deletes';
/** `dry_run=true` returns 200 with the numbers of items, and starts nothing. */
const started = Type.Union([BulkJob, BulkPreview]);
const startErrors = ['bulk_job_running', 'bulk_too_large', 'query_too_expensive'] as const;

export const bulkRoutes = [
  dashboardRoute({
    ...member,
    scope: 'release',
    method: 'POST',
    path: '/content/:type/bulk-jobs',
    needs: 'draft',
    writesLocales: true,
    area: 'content',
    audits: 'bulk_job.started',
    summary:
      'Publishes, unpublishes, deletes or changes entries by id, or all that match the query, in the background.',
    status: 201,
    filters: true,
    input: {
      path: Type.Object({ type: Type.String() }),
      query: Type.Composite([EditorNarrowing, DryRun], closed),
      body: StartEntryBulk,
    },
    output: started,
    run: (context, { path, query, where, body }) => startEntries(context, path.type, { query, where, body }),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/blog/bulk-jobs',
    needs: 'publish',
    writesLocales: true,
    area: 'blog',
    audits: 'bulk_job.started',
    summary: `${actions} blog articles by id, or all that match the query, in the background.`,
    status: 201,
    errors: startErrors,
    input: { query: articleQuery, body: StartBulk },
    output: started,
    run: (context, input) => startArticles(context, 'blog_article', input),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/kb/bulk-jobs',
    needs: 'publish',
    writesLocales: true,
    area: 'kb',
    audits: 'bulk_job.started',
    summary: `${actions} knowledge base articles by id, or all that match the query, in the background.`,
    status: 201,
    errors: startErrors,
    input: { query: articleQuery, body: StartBulk },
    output: started,
    run: (context, input) => startArticles(context, 'kb_article', input),
  }),
  dashboardRoute({
    ...member,
    scope: 'release',
    method: 'POST',
    path: '/trash/restore-jobs',
    needs: 'draft',
    area: 'any',
    audits: 'bulk_job.started',
    summary:
      'Restores everything in the trash that matches the filters, in the background. `publish` publishes what readers saw.',
    status: 201,
    errors: ['invalid_parameter', 'bulk_job_running', 'bulk_too_large', 'role_required'],
    input: { query: TrashFilter, body: RestoreAll },
    output: BulkJob,
    run: (context, { query, body }) => startRestore(context, query, body.publish === true),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/bulk-jobs',
    needs: 'read',
    area: 'any',
    summary: 'Lists the running bulk change and the reports of finished ones, newest first.',
    errors: [],
    input: {},
    output: BulkJobList,
    run: (context) => readJobs(context),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/bulk-jobs/:jobId/stop',
    needs: 'draft',
    writesLocales: true,
    area: 'any',
    audits: 'bulk_job.stopped',
    summary: 'Stops a bulk change before its next item. Changed items stay changed.',
    errors: ['unknown_bulk_job', 'role_required'],
    bodyOptional: true,
    input: { path: JobPath },
    output: BulkJob,
    run: (context, { path }) => stopBulk(context, path.jobId),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/bulk-jobs/:jobId',
    needs: 'draft',
    writesLocales: true,
    area: 'any',
    audits: { none: 'removes a report; the changes are already in the log' },
    summary: 'Dismisses the report of a finished bulk change.',
    status: 204,
    errors: ['unknown_bulk_job', 'bulk_job_running', 'role_required'],
    input: { path: JobPath },
    output: null,
    run: (context, { path }) => dismissBulk(context, path.jobId),
  }),
];
