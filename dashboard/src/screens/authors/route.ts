import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { AuthorsSearch } from './search.ts';

export const authorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'authors',
  validateSearch: ownSearch<AuthorsSearch>(({ author, q }) => ({
    ...(typeof author === 'string' ? { author } : {}),
    ...(typeof q === 'string' ? { q } : {}),
  })),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuthorsScreen'),
});
