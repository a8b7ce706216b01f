import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

/** The page to which an issuer returns in a popup. */
export const ssoDoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sso-done',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SsoDoneScreen'),
});
