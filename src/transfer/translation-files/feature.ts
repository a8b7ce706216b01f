import type { Feature } from '../../core/context/index.ts';
import { translationFileRoutes } from './dashboard-routes.ts';

export const translationFilesFeature: Feature = {
  name: 'translation-files',
  dashboardRoutes: translationFileRoutes,
};
