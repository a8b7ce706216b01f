import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

const releasesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ReleasesScreen'),
});

/** Shows what promoting the release would change. */
const releaseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'releases/$releaseId',
  component: lazyRouteComponent(() => import('./diff-screen.tsx'), 'ReleaseDiffScreen'),
});

export const releaseRoutes = [releasesRoute, releaseRoute] as const;
