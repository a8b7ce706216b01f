import type { Feature } from '../../core/context/index.ts';
import { keyScreenRoutes } from './dashboard-routes.ts';
import { apiKeys, renewKeyTokens } from './repository.ts';
import { keyRoutes } from './routes.ts';

export const keysFeature: Feature = {
  name: 'keys',
  routes: keyRoutes,
  dashboardRoutes: keyScreenRoutes,
  collections: [{ collection: apiKeys, stays: 'secrets', mayBeSharded: false }],
  renewSecrets: renewKeyTokens,
};
