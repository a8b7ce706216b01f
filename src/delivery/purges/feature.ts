import type { Feature } from '../../core/context/index.ts';
import { purgeScreenRoutes } from './dashboard-routes.ts';

/** Purge targets are rows of webhook endpoints; their batches are made by the worker (server/worker/worker.ts). */
export const purgesFeature: Feature = {
  name: 'purges',
  dashboardRoutes: purgeScreenRoutes,
};
