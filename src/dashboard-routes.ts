import { sessionRoutes } from './dashboard-api/session-routes.ts';
import type { DashboardRoute } from './platform/http/dashboard-route.ts';

/** Every endpoint of the dashboard's own API, by screen. */
export const dashboardRoutes: readonly DashboardRoute[] = [...sessionRoutes];
