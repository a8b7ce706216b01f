import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SettingsScreen'),
});
