import type { Feature } from '../../core/context/index.ts';
import { purgeScreenRoutes } from './dashboard-routes.ts';

/** Purge targets are stored as webhook endpoints; the worker queues their batches (server/worker/worker.ts). */
export const purgesFeature: Feature = {
  name: 'purges',
  dashboardRoutes: purgeScreenRoutes,
};
