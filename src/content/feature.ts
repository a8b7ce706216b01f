import type { Feature } from '../platform/feature.ts';
import { entryScreenRoutes } from './dashboard-routes.ts';
import { entryImages } from './image-uses.ts';
import { entrySource } from './link-source.ts';
import { contentRoutes } from './routes.ts';
import { scheduledEntries } from './schedule.ts';
import { trashedEntries } from './trash.ts';

export const contentFeature: Feature = {
  name: 'content',
  routes: contentRoutes,
  dashboardRoutes: entryScreenRoutes,
  entries: entrySource,
  imageUsers: [entryImages],
  scheduled: [scheduledEntries],
  trash: [trashedEntries],
};
