import type { Feature } from '../../core/context/index.ts';
import { handoverRoutes } from './dashboard-routes.ts';

export const handoverFeature: Feature = { name: 'handover', dashboardRoutes: handoverRoutes };
