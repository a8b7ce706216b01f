import type { Feature } from '../platform/feature.ts';
import { presenceRoutes } from './dashboard-routes.ts';
import { presence } from './repository.ts';

export const presenceFeature: Feature = {
  name: 'presence',
  dashboardRoutes: presenceRoutes,
  collections: [{ collection: presence, stays: 'who is there now', mayBeSharded: true }],
};
