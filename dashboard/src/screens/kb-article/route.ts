import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface ArticleSearch {
  /** The article was just created. */
  fresh?: boolean | undefined;
}

export const kbArticleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'kb/articles/$articleId',
  validateSearch: ({ fresh }: Record<string, unknown>): ArticleSearch => (fresh === true ? { fresh } : {}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'KbArticleScreen'),
});

export const liveKbArticleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'live/kb_article/$articleId',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'LiveKbArticleScreen'),
});
