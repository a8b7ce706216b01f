import type { Feature } from '../../core/context/index.ts';
import { projectCreationRoutes } from './dashboard-routes.ts';

export const projectCreationFeature: Feature = {
  name: 'project-creation',
  dashboardRoutes: projectCreationRoutes,
};
