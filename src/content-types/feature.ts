import type { Feature } from '../platform/feature.ts';
import { typeScreenRoutes } from './dashboard-routes.ts';
import { contentTypes } from './repository.ts';
import { contentTypeRoutes } from './routes.ts';
import { settleTypes } from './service.ts';
import { giveSortSlots } from './sort-slots-migration.ts';

export const contentTypesFeature: Feature = {
  name: 'content-types',
  routes: contentTypeRoutes,
  dashboardRoutes: typeScreenRoutes,
  collections: [
    {
      collection: contentTypes,
      exported: { needs: ['slug', 'kind', 'fields'], orderBy: 'slug' },
      mayBeSharded: true,
    },
  ],
  migrations: [giveSortSlots],
  jobs: ({ system, clock }) => [
    { name: 'content-types.settle', everySeconds: 60, run: () => settleTypes(system, clock.now()) },
  ],
};
