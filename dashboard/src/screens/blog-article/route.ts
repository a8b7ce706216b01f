import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface ArticleSearch {
  /** The article was just created. */
  fresh?: boolean | undefined;
}

export const blogArticleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'blog/$articleId',
  validateSearch: ({ fresh }: Record<string, unknown>): ArticleSearch => (fresh === true ? { fresh } : {}),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'BlogArticleScreen'),
});

export const liveBlogArticleRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'live/blog_article/$articleId',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'LiveBlogArticleScreen'),
});
