import { getRouteApi } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { useArticlePages } from '../../features/articles/pages.ts';
import { useListSelection } from '../../components/list/list-return.ts';
import { ListTools } from '../../components/list/list-tools.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { BulkBar, ofArticles } from '../../features/lists/bulk-bar.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { columnsOf } from './columns.tsx';
import { Filters } from './filters.tsx';
import { BlogFrame } from './frame.tsx';
import { blogList } from './blog-list.ts';
import type { BlogSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/blog');
const pageSize = 100;
const newestFirst = '-updated_at';

export function BlogScreen() {
  const search = route.useSearch();
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useListSelection();
  const sort = search.sort ?? newestFirst;
  const { new: _isNew, ...query } = search;
  const list = useArticlePages(blogList, { ...query, sort, limit: pageSize });
  const go = (part: Partial<BlogSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const { sort: _sort, new: _new, ...narrowing } = search;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const linkOf = (articleId: string) => ({
    to: '/p/$projectId/blog/$articleId' as const,
    params: { projectId, articleId },
  });
  return (
    <BlogFrame view="list">
      <ListTools search={search} onChange={go}>
        <Filters search={search} onChange={go} />
        <span className="list-space" />
        <ViewsMenu
          list="blog"
          search={{ ...narrowing, sort: search.sort }}
          onOpen={(saved) => void navigate({ search: saved, replace: true })}
        />
      </ListTools>
      <PagedTable
        label="Articles"
        pages={list}
        loading={10}
        empty={
          <EmptyState icon={Newspaper} title={isNarrowed ? 'No matches' : 'No articles yet'}>
            {isNarrowed
              ? 'Try removing a filter.'
              : 'Write the first one. Readers see it after you publish it.'}
          </EmptyState>
        }
        columns={columnsOf({ targets: list.targets, sort, onSort: (next) => go({ sort: next }) })}
        selection={{ needs: 'publish', ids: selected, onChange: setSelected, nameOf: ({ title }) => title }}
        linkTo={({ id }) => linkOf(id)}
        count={`${list.count} ${list.total === 1 ? 'article' : 'articles'}`}
      />
      <BulkBar
        path="/blog"
        module="blog"
        {...ofArticles}
        ids={selected}
        pages={list}
        query={narrowing}
        linkOf={linkOf}
        onDone={setSelected}
      />
    </BlogFrame>
  );
}
