import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { AuthorsSearch } from './search.ts';

export const authorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'authors',
  validateSearch: ownSearch<AuthorsSearch>((search) => textParams(['author', 'q'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuthorsScreen'),
});
