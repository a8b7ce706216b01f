import type { Feature } from '../../core/context/index.ts';
import { usageRoutes } from './dashboard-routes.ts';
import { measureDueProjects } from './measure.ts';
import { usageDays } from './repository.ts';

export const usageFeature: Feature = {
  name: 'usage',
  dashboardRoutes: usageRoutes,
  collections: [
    { collection: usageDays, stays: 'what a project used in this installation', mayBeSharded: true },
  ],
  jobs: (parts) => [{ name: 'usage.measure', everySeconds: 3_600, run: () => measureDueProjects(parts) }],
};
