import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';
import type { AuthorsSearch } from './search.ts';

export const authorsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'authors',
  validateSearch: ({ author, q }: Record<string, unknown>): AuthorsSearch => ({
    ...(typeof author === 'string' ? { author } : {}),
    ...(typeof q === 'string' ? { q } : {}),
  }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AuthorsScreen'),
});
