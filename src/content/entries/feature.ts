import type { Feature } from '../../core/context/index.ts';
import { entryScreenRoutes } from './editor/dashboard-routes.ts';
import { translatedEntries } from './locales/translations.ts';
import { entryImages } from './read/image-uses.ts';
import { entrySource } from './read/link-source.ts';
import { contentRoutes } from './routes.ts';
import { scheduledEntries } from './write/due-changes.ts';
import { trashedEntries } from './write/trash.ts';

export const contentFeature: Feature = {
  name: 'content',
  routes: contentRoutes,
  dashboardRoutes: entryScreenRoutes,
  entries: entrySource,
  imageUsers: [entryImages],
  scheduled: [scheduledEntries],
  translations: [translatedEntries],
  trash: [trashedEntries],
};
