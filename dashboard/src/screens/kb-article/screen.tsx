import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArticleEditor } from '../../features/articles/editor.tsx';
import { kbKind } from './kind.ts';

const route = getRouteApi('/p/$projectId/kb/articles/$articleId');

export function KbArticleScreen() {
  const { projectId, articleId } = route.useParams();
  const { fresh } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ArticleEditor
      kind={kbKind}
      articleId={articleId}
      isFresh={fresh === true}
      above={
        <Link to="/p/$projectId/kb" params={{ projectId }}>
          Knowledge base
        </Link>
      }
      open={(copy) =>
        navigate({ to: '/p/$projectId/kb/articles/$articleId', params: { projectId, articleId: copy } })
      }
      leave={() => navigate({ to: '/p/$projectId/kb', params: { projectId } })}
    />
  );
}
