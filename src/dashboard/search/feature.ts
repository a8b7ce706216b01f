import type { Feature } from '../../core/context/index.ts';
import { searchRoutes } from './dashboard-routes.ts';
import { indexStates, searchRetries } from './indexing/index-repository.ts';
import { indexSeconds, SearchIndexer } from './indexing/indexer.ts';
import { searchRows } from './repository.ts';

const stays = 'an index of the content, built by each installation';

export const searchFeature: Feature = {
  name: 'search',
  dashboardRoutes: searchRoutes,
  collections: [
    { collection: searchRows, stays, mayBeSharded: true },
    { collection: searchRetries, stays, mayBeSharded: true },
    { collection: indexStates, stays, mayBeSharded: false },
  ],
  jobs: (parts) => {
    const indexer = new SearchIndexer(parts);
    return [
      { name: 'search.index', everySeconds: indexSeconds, inEachProcess: true, run: () => indexer.run() },
    ];
  },
};
