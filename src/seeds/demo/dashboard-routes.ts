import { dashboardRoute } from '../../core/http/index.ts';
import { DemoContent } from './schema.ts';
import { readDemo, startDemo } from './service.ts';

const owner = { scope: 'project', needs: 'manage', area: 'project', path: '/demo' } as const;

export const demoRoutes = [
  dashboardRoute({
    ...owner,
    method: 'POST',
    audits: { none: 'starts work; each stored item is in the log' },
    summary: 'Loads the demo content into the project, in the background.',
    status: 202,
    bodyOptional: true,
    errors: [],
    input: {},
    output: DemoContent,
    run: (context) => startDemo(context),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    summary: 'Reads the progress of loading demo content.',
    errors: [],
    input: {},
    output: DemoContent,
    run: (context) => readDemo(context),
  }),
];
