import type { Feature } from '../../core/context/feature.ts';
import { keyScreenRoutes } from './dashboard-routes.ts';
import { apiKeys } from './repository.ts';
import { keyRoutes } from './routes.ts';

export const keysFeature: Feature = {
  name: 'keys',
  routes: keyRoutes,
  dashboardRoutes: keyScreenRoutes,
  collections: [{ collection: apiKeys, stays: 'secrets', mayBeSharded: false }],
};
