import { dashboardRoute } from '../../core/http/index.ts';
import { Activity, ActivityQuery } from './schema.ts';
import { readActivity } from './service.ts';

export const activityRoutes = [
  dashboardRoute({
    scope: 'project',
    area: 'any',
    needs: 'read',
    method: 'GET',
    path: '/activity',
    summary: 'Returns which parts of the project changed since a version, and can wait for the first change.',
    heldMs: ({ query }) => (query.wait ?? 0) * 1_000,
    errors: ['not_signed_in', 'unknown_project', 'role_required'],
    input: { query: ActivityQuery },
    output: Activity,
    run: (context, { query }) => readActivity(context, query),
  }),
];
