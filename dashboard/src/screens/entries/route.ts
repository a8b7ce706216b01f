import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import { type EntriesSearch, isListParameter } from './search.ts';

export const entriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries/$type',
  validateSearch: ownSearch<EntriesSearch>((search) =>
    Object.fromEntries(
      Object.entries(search)
        .filter(
          ([name, value]) => isListParameter(name) && ['string', 'number', 'boolean'].includes(typeof value),
        )
        .map(([name, value]) => [name, String(value)]),
    ),
  ),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'EntriesScreen'),
});
