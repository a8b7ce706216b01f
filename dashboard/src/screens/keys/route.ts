import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'KeysScreen'),
});
