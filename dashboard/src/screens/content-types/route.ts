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
  validateSearch: ({ from, copy }: Record<string, unknown>): { from?: string; copy?: string } => ({
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof copy === 'string' ? { copy } : {}),
  }),
  component: lazyRouteComponent(() => import('./type-screens.tsx'), 'NewContentTypeScreen'),
});

/** Below `type`, so that a type can have the key `new`. */
const contentTypeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/type/$type',
  component: lazyRouteComponent(() => import('./type-screens.tsx'), 'ContentTypeScreen'),
});

const blocksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'BlocksScreen'),
});

const newBlockRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks/new',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyRouteComponent(() => import('./block-screens.tsx'), 'NewBlockScreen'),
});

const blockRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks/block/$block',
  component: lazyRouteComponent(() => import('./block-screens.tsx'), 'BlockScreen'),
});

export const contentTypeRoutes = [
  contentTypesRoute,
  newContentTypeRoute,
  contentTypeRoute,
  blocksRoute,
  newBlockRoute,
  blockRoute,
] as const;
