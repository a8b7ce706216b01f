import { getRouteApi } from '@tanstack/react-router';
import { ArticleEditor } from '../../features/articles/editor.tsx';
import { blogKind } from './kind.ts';

const route = getRouteApi('/p/$projectId/blog/$articleId');
const liveRoute = getRouteApi('/p/$projectId/live/blog_article/$articleId');

export function BlogArticleScreen() {
  const { articleId } = route.useParams();
  const { fresh } = route.useSearch();
  return <ArticleEditor kind={blogKind} articleId={articleId} isFresh={fresh === true} />;
}

/** The editor beside the site. */
export function LiveBlogArticleScreen() {
  const { articleId } = liveRoute.useParams();
  return <ArticleEditor kind={blogKind} articleId={articleId} isFresh={false} isLive />;
}
