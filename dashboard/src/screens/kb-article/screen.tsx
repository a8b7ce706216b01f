import { getRouteApi } from '@tanstack/react-router';
import { ArticleEditor } from '../../features/articles/editor.tsx';
import { kbKind } from './kind.ts';

const route = getRouteApi('/p/$projectId/kb/articles/$articleId');
const liveRoute = getRouteApi('/p/$projectId/live/kb_article/$articleId');

export function KbArticleScreen() {
  const { articleId } = route.useParams();
  const { fresh } = route.useSearch();
  return <ArticleEditor kind={kbKind} articleId={articleId} isFresh={fresh === true} />;
}

/** The editor beside the site. */
export function LiveKbArticleScreen() {
  const { articleId } = liveRoute.useParams();
  return <ArticleEditor kind={kbKind} articleId={articleId} isFresh={false} isLive />;
}
