import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const usageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'usage',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'UsageScreen'),
});
