import type { Feature } from '../../core/context/index.ts';
import { localeRoutes, localeScreenRoutes } from './routes.ts';

export const localesFeature: Feature = {
  name: 'locales',
  routes: localeRoutes,
  dashboardRoutes: localeScreenRoutes,
};
