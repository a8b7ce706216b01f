import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import { type ListSearch, textsOf, type TreeSearch, type VotesSearch } from './search.ts';

const getParentRoute = () => projectRoute;

/** The screens of the knowledge base, each loaded by itself. */
export const kbRoutes = [
  createRoute({
    getParentRoute,
    path: 'kb',
    validateSearch: ownSearch<TreeSearch>((search) => textsOf(['q', 'shelf', 'in'], search)),
    component: lazyRouteComponent(() => import('./tree-screen.tsx'), 'KbTreeScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/articles',
    validateSearch: ownSearch<ListSearch>((search) => textsOf(['q', 'status', 'on', 'sort'], search)),
    component: lazyRouteComponent(() => import('./list-screen.tsx'), 'KbListScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/reviews',
    component: lazyRouteComponent(() => import('./reviews/reviews-screen.tsx'), 'KbReviewsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/votes',
    validateSearch: ownSearch<VotesSearch>((search) => textsOf(['sort'], search)),
    component: lazyRouteComponent(() => import('./votes-screen.tsx'), 'KbVotesScreen'),
  }),
] as const;
