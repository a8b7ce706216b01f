import type { Feature } from '../../core/context/index.ts';
import { releaseScreenRoutes } from './dashboard-routes.ts';

export const releaseScreensFeature: Feature = {
  name: 'release-screens',
  dashboardRoutes: releaseScreenRoutes,
};
