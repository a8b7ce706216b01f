import type { Feature } from '../../core/context/index.ts';
import { editorRoutes } from './editor-routes.ts';
import { settingsRoutes } from './settings-routes.ts';

export const dashboardApiFeature: Feature = {
  name: 'dashboard-api',
  dashboardRoutes: [...settingsRoutes, ...editorRoutes],
};
