import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const trashRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'trash',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TrashScreen'),
});
