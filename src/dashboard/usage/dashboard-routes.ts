import { dashboardRoute } from '../../core/http/index.ts';
import { readProjectUsage } from './read.ts';
import { ProjectUsage } from './schema.ts';

export const usageRoutes = [
  dashboardRoute({
    scope: 'project',
    needs: 'manage',
    area: 'project',
    method: 'GET',
    path: '/usage',
    summary: 'Returns requests, streams, webhooks and storage of the project, with its usage limits.',
    input: {},
    output: ProjectUsage,
    run: readProjectUsage,
  }),
];
