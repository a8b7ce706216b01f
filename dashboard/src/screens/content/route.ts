import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const contentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'entries',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ContentScreen'),
});
