import { blogScreenRoutes } from './blog/dashboard-routes.ts';
import { entryScreenRoutes } from './content/dashboard-routes.ts';
import { typeScreenRoutes } from './content-types/dashboard-routes.ts';
import { deskRoutes } from './dashboard-api/desk-routes.ts';
import { settingsRoutes } from './dashboard-api/settings-routes.ts';
import { kbScreenRoutes } from './kb/dashboard-routes.ts';
import { keyScreenRoutes } from './keys/dashboard-routes.ts';
import { mediaScreenRoutes } from './media/dashboard-routes.ts';
import type { DashboardRoute } from './platform/http/dashboard-route.ts';
import { presenceRoutes } from './presence/dashboard-routes.ts';
import { linkRoutes } from './sign-in/link-routes.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { memberScreenRoutes } from './users/dashboard-routes.ts';
import { webhookScreenRoutes } from './webhooks/dashboard-routes.ts';

/** Every endpoint of the dashboard's own API, by screen. */
export const dashboardRoutes: readonly DashboardRoute[] = [
  ...sessionRoutes,
  ...linkRoutes,
  ...settingsRoutes,
  ...keyScreenRoutes,
  ...webhookScreenRoutes,
  ...memberScreenRoutes,
  ...mediaScreenRoutes,
  ...typeScreenRoutes,
  ...entryScreenRoutes,
  ...blogScreenRoutes,
  ...kbScreenRoutes,
  ...deskRoutes,
  ...presenceRoutes,
];
