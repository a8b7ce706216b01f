import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArticleEditor } from '../../features/articles/editor.tsx';
import { blogKind } from './kind.ts';

const route = getRouteApi('/p/$projectId/blog/$articleId');

export function BlogArticleScreen() {
  const { projectId, articleId } = route.useParams();
  const { fresh } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ArticleEditor
      kind={blogKind}
      articleId={articleId}
      isFresh={fresh === true}
      above={
        <Link to="/p/$projectId/blog" params={{ projectId }}>
          Blog
        </Link>
      }
      open={(copy) =>
        navigate({ to: '/p/$projectId/blog/$articleId', params: { projectId, articleId: copy } })
      }
      leave={() => navigate({ to: '/p/$projectId/blog', params: { projectId } })}
    />
  );
}
