import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const membersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'MembersScreen'),
});
