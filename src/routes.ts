import { contentRoutes } from './content/routes.ts';
import { contentTypeRoutes } from './content-types/routes.ts';
import { authorRoutes } from './authors/routes.ts';
import { blogRoutes } from './blog/routes.ts';
import { changesRoutes } from './changes/routes.ts';
import { introspectionRoutes } from './introspection/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { kbRoutes } from './kb/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { modules } from './modules.ts';
import type { Route } from './platform/http/route.ts';
import { releaseRoutes } from './releases/routes.ts';

/** Every endpoint of the API, by feature; documents and introspection are made from this list. */
export const routes: readonly Route[] = [
  ...introspectionRoutes(() => ({ routes, modules })),
  ...keyRoutes,
  ...changesRoutes,
  ...contentTypeRoutes,
  ...contentRoutes,
  ...releaseRoutes,
  ...authorRoutes,
  ...blogRoutes,
  ...kbRoutes,
  ...mediaRoutes,
];
