import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { ListSearch, TreeSearch, VotesSearch } from './search.ts';

const getParentRoute = () => projectRoute;

/** The screens of the knowledge base, loaded separately. */
export const kbRoutes = [
  createRoute({
    getParentRoute,
    path: 'kb',
    validateSearch: ownSearch<TreeSearch>((search) => textParams(['q', 'shelf', 'in'], search)),
    component: lazyRouteComponent(() => import('./tree-screen.tsx'), 'KbTreeScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'kb/articles',
    validateSearch: ownSearch<ListSearch>((search) =>
      textParams(['q', 'status', 'review', 'translation', 'on', 'sort'], search),
    ),
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
    validateSearch: ownSearch<VotesSearch>((search) => textParams(['sort', 'votes'], search)),
    component: lazyRouteComponent(() => import('./votes-screen.tsx'), 'KbVotesScreen'),
  }),
] as const;
