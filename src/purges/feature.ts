import type { Feature } from '../platform/feature.ts';
import { purgeScreenRoutes } from './dashboard-routes.ts';

/** Purge targets are rows of webhook endpoints; their batches are made by the worker (process/worker.ts). */
export const purgesFeature: Feature = {
  name: 'purges',
  dashboardRoutes: purgeScreenRoutes,
};
