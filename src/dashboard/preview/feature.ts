import type { Feature } from '../../core/context/index.ts';
import { previewRoutes, previewScreenRoutes } from './routes.ts';

export const previewFeature: Feature = {
  name: 'preview',
  routes: previewRoutes,
  dashboardRoutes: previewScreenRoutes,
};
