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
  component: lazyRouteComponent(() => import('./type/new-type.tsx'), 'NewContentTypeScreen'),
});

/** A type that there is; below `type` so that one may be called `new`. */
const contentTypeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/type/$type',
  component: lazyRouteComponent(() => import('./type/one-type.tsx'), 'ContentTypeScreen'),
});

const blocksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks',
  component: lazyRouteComponent(() => import('./blocks/screen.tsx'), 'BlocksScreen'),
});

const newBlockRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks/new',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyRouteComponent(() => import('./blocks/one-block.tsx'), 'NewBlockScreen'),
});

const blockRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'content-types/blocks/block/$block',
  component: lazyRouteComponent(() => import('./blocks/one-block.tsx'), 'BlockScreen'),
});

export const contentTypeRoutes = [
  contentTypesRoute,
  newContentTypeRoute,
  contentTypeRoute,
  blocksRoute,
  newBlockRoute,
  blockRoute,
] as const;
