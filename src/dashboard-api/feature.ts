import type { Feature } from '../platform/feature.ts';
import { deskRoutes } from './desk-routes.ts';
import { settingsRoutes } from './settings-routes.ts';

export const dashboardApiFeature: Feature = {
  name: 'dashboard-api',
  dashboardRoutes: [...settingsRoutes, ...deskRoutes],
};
