import type { Feature } from '../../core/context/index.ts';
import { deleteLinksOf, previewLinks } from './link-repository.ts';
import { previewRoutes, previewScreenRoutes } from './routes.ts';

export const previewFeature: Feature = {
  name: 'preview',
  routes: previewRoutes,
  dashboardRoutes: previewScreenRoutes,
  erasePerson: (system, { id }) => deleteLinksOf(system, id),
  collections: [
    {
      collection: previewLinks,
      stays: 'preview links belong to the people and the secret of one installation',
      mayBeSharded: true,
    },
  ],
};
