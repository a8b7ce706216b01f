import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The page of one-time links. The token is in the hash of the URL. */
export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'link',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'LinkScreen'),
});
