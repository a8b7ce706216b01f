import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-up',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SetUpScreen'),
});
