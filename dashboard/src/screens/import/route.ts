import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ownSearch, textParams } from '../../app/own-search.ts';
import { projectRoute } from '../../app/project-route.tsx';

export const importRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries/$type/import',
  validateSearch: ownSearch<{ import?: string | undefined }>((search) => textParams(['import'], search)),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ImportScreen'),
});
