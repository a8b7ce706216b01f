import type { Route } from '../../core/http/index.ts';
import { kbArticleRoutes } from './articles/routes.ts';
import { kbStructureRoutes } from './structure/routes.ts';
import { voteRoutes } from './votes/routes.ts';

/** Every endpoint of the knowledge base. */
export const kbRoutes: readonly Route[] = [...kbStructureRoutes, ...kbArticleRoutes, ...voteRoutes];
