import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';
import type { TrashSearch } from './trash-search.ts';

export const trashRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'trash',
  validateSearch: ownSearch<TrashSearch>((search) => textParams(['kind', 'by', 'days'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TrashScreen'),
});
