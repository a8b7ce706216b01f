import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const notificationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'notifications',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'NotificationsScreen'),
});
