import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

export const unsavedRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'unsaved',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'UnsavedScreen'),
});
