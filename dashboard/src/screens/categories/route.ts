import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { CategoriesSearch } from './search.ts';

export const categoriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'categories',
  validateSearch: ownSearch<CategoriesSearch>(({ category, q }) => ({
    ...(typeof category === 'string' ? { category } : {}),
    ...(typeof q === 'string' ? { q } : {}),
  })),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'CategoriesScreen'),
});
