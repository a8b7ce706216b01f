import type { Route } from '../platform/http/route.ts';
import { kbArticleRoutes } from './articles/routes.ts';
import { shelfRoutes } from './shelves/routes.ts';
import { voteRoutes } from './votes/routes.ts';

/** Every endpoint of the knowledge base. */
export const kbRoutes: readonly Route[] = [...shelfRoutes, ...kbArticleRoutes, ...voteRoutes];
