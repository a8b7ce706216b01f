import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { readRejections } from './rejections/read.ts';
import { RefusalList, RefusalQuery } from './rejections/schema.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { readAuditLog } from './read.ts';
import { readOwnActivity } from './own-activity.ts';
import { AuditList, AuditQuery, ExportAudit, OwnActivity } from './schema.ts';

const owner = { scope: 'project' } as const;
/** Milliseconds until the first row. The export then continues for as long as its client reads. */
const firstRowTimeoutMs = 15_000;

export const auditScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/audit',
    needs: 'manage',
    area: 'project',
    summary: 'Reads the audit log, newest row first.',
    errors: ['invalid_parameter', 'invalid_cursor'],
    input: { query: AuditQuery },
    output: AuditList,
    run: (context, { query }) => readAuditLog(context, query),
  }),
  dashboardRoute({
    who: 'person',
    scope: 'account',
    method: 'GET',
    path: '/account/activity',
    summary: 'Lists what the person did outside projects, mostly sign-ins, newest first.',
    errors: ['not_signed_in'],
    input: { query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }) },
    output: OwnActivity,
    run: (context, { query }) => readOwnActivity(context, query),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/audit/refusals',
    needs: 'manage',
    area: 'project',
    summary: 'Counts the rejected requests of people and keys, by network and five minutes, newest first.',
    errors: ['invalid_cursor'],
    input: { query: RefusalQuery },
    output: RefusalList,
    run: (context, { query }) => readRejections(context, query),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/audit/export',
    needs: 'manage',
    area: 'project',
    audits: 'log.exported',
    summary: 'Streams the rows that match the filters as lines of JSON, oldest first.',
    errors: ['invalid_parameter'],
    stepUp: true,
    timeLimitMs: firstRowTimeoutMs,
    input: { body: ExportAudit },
    output: Type.Null(),
    run: (context, { body }) => exportAuditLog(context, body),
  }),
];
