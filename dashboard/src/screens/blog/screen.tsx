import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { EditorArticleRow } from '../../../../src/articles/schema.ts';
import { useArticlePages } from '../../articles/pages.ts';
import { useActions } from '../../components/actions.ts';
import { BulkBar } from '../../components/bulk-bar.tsx';
import { counted } from '../../components/counted.ts';
import { DataTable } from '../../components/data-table.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { columnsOf } from './columns.tsx';
import { Filters } from './filters.tsx';
import { BlogFrame } from './frame.tsx';
import { blogList } from './place.ts';
import type { BlogSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/blog');
const pageSize = 100;
const statusTabs = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Live' },
  { value: 'changed', label: 'Changed' },
  { value: 'scheduled', label: 'Scheduled' },
] as const;
const newestFirst = '-updated_at';

export function BlogScreen() {
  const search = route.useSearch();
  const { projectId } = route.useParams();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const searchField = useRef<HTMLInputElement>(null);
  const sort = search.sort ?? newestFirst;
  const list = useArticlePages(blogList, { ...search, sort, limit: pageSize });

  const go = (part: Partial<BlogSearch>) =>
    void navigate({
      to: '/p/$projectId/blog',
      params: { projectId },
      search: { ...search, ...part },
      replace: true,
    });
  const open = useCallback(
    ({ id: articleId }: EditorArticleRow) =>
      void navigate({ to: '/p/$projectId/blog/$articleId', params: { projectId, articleId } }),
    [navigate, projectId],
  );
  useActions([
    {
      id: 'search-articles',
      label: 'Search in the blog',
      group: 'This list',
      keys: '/',
      run: () => searchField.current?.focus(),
    },
  ]);
  const { sort: _sort, ...narrowing } = search;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const { rows, total } = list;
  return (
    <BlogFrame view="list">
      <div className="list-tools">
        <Tabs
          label="Status"
          tabs={statusTabs}
          value={statusTabs.find((tab) => tab.value === search.status)?.value ?? ''}
          onChange={(status) => go({ status: status === '' ? undefined : status })}
        />
        <SearchField
          ref={searchField}
          value={search.q ?? ''}
          onChange={(q) => go({ q: q === '' ? undefined : q })}
        />
        <Filters search={search} onChange={go} />
      </div>
      {list.error !== null ? (
        <ErrorState problem={list.error} onRetry={list.retry} />
      ) : rows === undefined ? (
        <Loading rows={10} />
      ) : rows.length === 0 ? (
        <EmptyState icon={Newspaper} title={isNarrowed ? 'No matches' : 'No articles yet'}>
          {isNarrowed
            ? 'Try removing a filter.'
            : 'Press N to write the first one. Readers see it after you publish it.'}
        </EmptyState>
      ) : (
        <DataTable
          label="Articles"
          rows={rows}
          rowId={rowId}
          columns={columnsOf({ targets: list.targets, sort, onSort: (next) => go({ sort: next }) })}
          selection={{ ids: selected, onChange: setSelected }}
          onOpen={open}
          onEnd={list.loadMore}
          foot={
            <>
              {rows.length === total
                ? counted(total, 'article')
                : `${rows.length} of ${counted(total ?? rows.length, 'article')}`}
              {list.isLoadingMore ? ' · loading more' : ''}
            </>
          }
        />
      )}
      <BulkBar
        path="/blog/bulk"
        module="blog"
        noun={['article', 'articles']}
        consequence="This permanently deletes the drafts and the published versions, and breaks links from other content."
        ids={selected}
        titleOf={(id) => rows?.find((row) => row.id === id)?.title ?? id}
        onDone={setSelected}
      />
    </BlogFrame>
  );
}

const rowId = ({ id }: EditorArticleRow) => id;
