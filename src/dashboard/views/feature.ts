import type { Feature } from '../../core/context/index.ts';
import { viewRoutes } from './dashboard-routes.ts';
import { views } from './repository.ts';

export const viewsFeature: Feature = {
  name: 'views',
  dashboardRoutes: viewRoutes,
  collections: [
    { collection: views, stays: 'saved views belong to the people of one installation', mayBeSharded: true },
  ],
};
