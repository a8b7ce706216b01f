import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';
import { type ListSearch, textsOf, type TreeSearch, type VotesSearch } from './search.ts';

const getParentRoute = () => projectRoute;

/** The screens of the knowledge base, each loaded by itself. */
export const kbRoutes = [
  createRoute({
    getParentRoute,
    path: 'kb',
    validateSearch: (search: Record<string, unknown>): TreeSearch => textsOf(['q', 'shelf', 'in'], search),
    component: lazyRouteComponent(() => import('./tree-screen.tsx'), 'KbTreeScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/articles',
    validateSearch: (search: Record<string, unknown>): ListSearch =>
      textsOf(['q', 'status', 'on', 'sort'], search),
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'KbListScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/reviews',
    component: lazyRouteComponent(() => import('./reviews-screen.tsx'), 'KbReviewsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/votes',
    validateSearch: (search: Record<string, unknown>): VotesSearch => textsOf(['sort'], search),
    component: lazyRouteComponent(() => import('./votes-screen.tsx'), 'KbVotesScreen'),
  }),
] as const;
