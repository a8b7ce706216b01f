import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** Where one-time links lead; the token stands behind `#`. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'link',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'LinkScreen'),
});
