import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const accountRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'AccountScreen'),
});
