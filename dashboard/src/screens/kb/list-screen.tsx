import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { BookOpen, FilePlus2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { EditorArticleRow } from '../../../../src/articles/schema.ts';
import type { KbOutline } from '../../../../src/kb/editor/schema.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useEditorHref } from '../../app/items.ts';
import { useActions } from '../../components/actions.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { ListSearch } from '../../named/list-search.tsx';
import { columnsOf, placesIn } from './columns.tsx';
import { KbPage } from './frame.tsx';
import { NewArticleDialog } from './new-article.tsx';
import { outlineRefetchMs } from './outline-query.ts';
import type { ListSearch as Search } from './search.ts';
import { ShelfOptions } from '../../kb/shelf-options.tsx';

const route = getRouteApi('/p/$projectId/kb/articles');

const tabs = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Live' },
  { value: 'changed', label: 'Changed' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'archived', label: 'Archived' },
] as const;

/** All articles in any state, found by words, state and place. */
export function KbListScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const outline = useProjectQuery<KbOutline>('kb', '/kb/tree', { refetchMs: outlineRefetchMs });
  const [isNew, setNew] = useState(false);
  const { q, status, on, sort = '-updated_at' } = search;
  const list = useProjectPages<EditorArticleRow>('kb', '/kb/articles', {
    query: {
      q,
      status,
      ...(on === undefined ? {} : { [on.startsWith('kbs_') ? 'section' : 'collection']: on }),
      sort,
      limit: 100,
    },
    refetchMs: outlineRefetchMs,
  });
  const places = useMemo(() => placesIn(outline.data), [outline.data]);
  const open = useOpen();
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
  return (
    <KbPage
      intro="All articles, including drafts and archived ones."
      actions={
        <Button variant="primary" icon={FilePlus2} disabled={!canAdd} onClick={add}>
          New article
        </Button>
      }
    >
      <div className="list-tools">
        <Tabs
          label="State"
          tabs={tabs}
          value={tabs.find(({ value }) => value === status)?.value ?? ''}
          onChange={(value) => change({ status: value === '' ? undefined : value })}
        />
        <ListSearch label="Search articles" value={q} onChange={(words) => change({ q: words })} />
        <select
          className="input select kb-place"
          aria-label="Place"
          value={on ?? ''}
          onChange={({ target }) => change({ on: target.value === '' ? undefined : target.value })}
        >
          <option value="">Everywhere</option>
          <ShelfOptions outline={outline.data ?? { data: [] }} withSections />
        </select>
      </div>
      {list.error !== null ? (
        <ErrorState problem={list.error} onRetry={list.retry} />
      ) : list.rows === undefined ? (
        <Loading rows={10} />
      ) : list.rows.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} />
      ) : (
        <DataTable
          label="Articles"
          rows={list.rows}
          rowId={({ id }) => id}
          columns={columnsOf({ places, sort, onSort: (next) => change({ sort: next }) })}
          onOpen={open}
          onEnd={list.loadMore}
          foot={list.isLoadingMore ? 'Loading more' : undefined}
        />
      )}
      {isNew && outline.data !== undefined ? (
        <NewArticleDialog outline={outline.data} shelf={on ?? null} onClose={() => setNew(false)} />
      ) : null}
    </KbPage>
  );
}

function useOpen(): (row: EditorArticleRow) => void {
  const navigate = useNavigate();
  const hrefOf = useEditorHref();
  return (row) => {
    const to = hrefOf('kb_article', row.id);
    if (to !== null) void navigate({ to });
  };
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState icon={BookOpen} title={isNarrowed ? 'No matches' : 'No articles yet'}>
      {isNarrowed
        ? 'Try removing a filter.'
        : 'Create a collection in the tree first. Then press N to write.'}
    </EmptyState>
  );
}
