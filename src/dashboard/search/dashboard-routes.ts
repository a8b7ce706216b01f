import { dashboardRoute } from '../../core/http/index.ts';
import { RecentItems, SearchQuery, SearchResults } from './schema.ts';
import { listRecent, search } from './service.ts';

const member = { scope: 'release', method: 'GET', needs: 'read', area: 'any' } as const;

export const searchRoutes = [
  dashboardRoute({
    ...member,
    path: '/search',
    summary:
      'Searches entries, articles, authors, categories, collections, sections and files, best match first.',
    errors: ['invalid_parameter'],
    input: { query: SearchQuery },
    output: SearchResults,
    run: (context, { query }) => search(context, query),
  }),
  dashboardRoute({
    ...member,
    path: '/recent',
    summary: 'Lists the items that the member changed last.',
    errors: [],
    input: {},
    output: RecentItems,
    run: listRecent,
  }),
];
