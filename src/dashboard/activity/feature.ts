import type { Feature } from '../../core/context/index.ts';
import { activityRoutes } from './dashboard-routes.ts';

export const activityFeedFeature: Feature = { name: 'activity', dashboardRoutes: activityRoutes };
