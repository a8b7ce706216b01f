import { getRouteApi } from '@tanstack/react-router';
import { BookOpen, FilePlus2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { useEditorPages } from '../../api/pages.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { useListSelection } from '../../components/list/list-return.ts';
import { ListTools } from '../../components/list/list-tools.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { BulkBar, ofArticles } from '../../features/lists/bulk-bar.tsx';
import { ViewsMenu } from '../../features/lists/views-menu.tsx';
import { columnsOf, placesIn } from './columns.tsx';
import { KbPage } from './frame.tsx';
import { NewArticleDialog } from './new-article.tsx';
import { outlineRefetchMs } from './outline-query.ts';
import type { ListSearch as Search } from './search.ts';
import { ContainerOptions } from '../../features/kb/container-options.tsx';

const route = getRouteApi('/p/$projectId/kb/articles');

/** All articles in any state, found by words, state and place. */
export function KbListScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const outline = useProjectQuery<KbOutline>('kb', '/kb/tree', { refetchMs: outlineRefetchMs });
  const [isNew, setNew] = useState(false);
  const { q, status, on, sort = '-updated_at' } = search;
  const narrowing = {
    q,
    status,
    ...(on === undefined ? {} : { [on.startsWith('kbs_') ? 'section' : 'collection']: on }),
  };
  const [selected, setSelected] = useListSelection();
  const list = useEditorPages<EditorArticleRow>('kb', '/kb/articles', {
    query: { ...narrowing, sort, limit: 100 },
    refetchMs: outlineRefetchMs,
  });
  const places = useMemo(() => placesIn(outline.data), [outline.data]);
  const { projectId } = route.useParams();
  const change = (part: Search) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const add = () => setNew(true);
  const canAdd = (outline.data?.data.length ?? 0) > 0;
  useActions(
    canAdd
      ? [
          {
            id: 'kb-article-add',
            label: 'New knowledge base article',
            group: 'Create',
            icon: FilePlus2,
            keys: 'n',
            run: add,
          },
        ]
      : [],
  );
  const isNarrowed = [q, status, on].some((value) => value !== undefined);
  const linkOf = (articleId: string) => ({
    to: '/p/$projectId/kb/articles/$articleId' as const,
    params: { projectId, articleId },
  });
  return (
    <KbPage
      intro="All articles, including drafts and archived ones."
      actions={
        <Button needs="draft" variant="primary" icon={FilePlus2} disabled={!canAdd} onClick={add}>
          New article
        </Button>
      }
    >
      <ListTools search={search} onChange={change} state={{ value: 'archived', label: 'Archived' }}>
        <select
          className="input select kb-place"
          aria-label="Place"
          value={on ?? ''}
          onChange={({ target }) => change({ on: target.value === '' ? undefined : target.value })}
        >
          <option value="">Everywhere</option>
          <ContainerOptions outline={outline.data ?? { data: [] }} withSections />
        </select>
        <span className="list-space" />
        <ViewsMenu
          list="kb"
          search={{ q, status, on, sort: search.sort }}
          onOpen={(saved) => void navigate({ search: saved, replace: true })}
        />
      </ListTools>
      <PagedTable
        label="Articles"
        pages={list}
        loading={10}
        empty={
          <EmptyState icon={BookOpen} title={isNarrowed ? 'No matches' : 'No articles yet'}>
            {isNarrowed
              ? 'Try removing a filter.'
              : 'Create a collection in the tree first, then write an article.'}
          </EmptyState>
        }
        columns={columnsOf({ places, sort, onSort: (next) => change({ sort: next }) })}
        selection={{ needs: 'publish', ids: selected, onChange: setSelected, nameOf: ({ title }) => title }}
        linkTo={({ id }) => linkOf(id)}
        count={`${list.count} ${list.total === 1 ? 'article' : 'articles'}`}
      />
      <BulkBar
        path="/kb"
        module="kb"
        {...ofArticles}
        ids={selected}
        pages={list}
        query={narrowing}
        linkOf={linkOf}
        onDone={setSelected}
      />
      {isNew && outline.data !== undefined ? (
        <NewArticleDialog outline={outline.data} shelf={on ?? null} onClose={() => setNew(false)} />
      ) : null}
    </KbPage>
  );
}
