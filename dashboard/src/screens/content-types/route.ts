import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

const contentTypesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ContentTypesScreen'),
});

const newContentTypeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/new',
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' ? { from: search['from'] } : {},
  component: lazyRouteComponent(() => import('./new-type.tsx'), 'NewContentTypeScreen'),
});

/** A type that there is; below `type` so that one may be called `new`. */
const contentTypeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/type/$type',
  component: lazyRouteComponent(() => import('./one-type.tsx'), 'ContentTypeScreen'),
});

export const contentTypeRoutes = [contentTypesRoute, newContentTypeRoute, contentTypeRoute] as const;
