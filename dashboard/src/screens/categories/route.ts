import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { CategoriesSearch } from './search.ts';

export const categoriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'categories',
  validateSearch: ownSearch<CategoriesSearch>((search) => textParams(['category', 'q'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'CategoriesScreen'),
});
