import { getRouteApi } from '@tanstack/react-router';
import { FolderPlus, Folders } from 'lucide-react';
import type { BlogCategory } from '../../../../src/blog/schema.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useActions } from '../../components/actions.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { ListSearch, useNamedSearch } from '../../named/list-search.tsx';
import { Portrait } from '../../named/portrait.tsx';
import { CategoryPanel } from './panel.tsx';
import type { CategoriesSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/categories');

const columns: readonly Column<BlogCategory>[] = [
  {
    key: 'name',
    title: 'Name',
    width: '30%',
    cell: ({ name, image }) => (
      <span className="named-cell">
        <Portrait image={image} name={name} shape="square" />
        <span>{name}</span>
      </span>
    ),
  },
  { key: 'description', title: 'Description', cell: ({ description }) => description },
  { key: 'slug', title: 'Slug', width: '18%', cell: ({ slug }) => <code>{slug}</code> },
  {
    key: 'articles',
    title: 'Live articles',
    width: '110px',
    align: 'end',
    cell: ({ article_count }) => article_count,
  },
  {
    key: 'changed',
    title: 'Changed',
    width: '130px',
    align: 'end',
    cell: ({ updated_at }) => <Time value={updated_at} />,
  },
];

/** The named topics of the blog; the API lists them by name. */
export function CategoriesScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useProjectPages<BlogCategory>('blog', '/v1/blog/categories', { query: { limit: 100 } });
  const shown = useNamedSearch(list, search.q, ({ name, slug, description }) => [name, slug, description]);
  const change = (part: CategoriesSearch, isLeft = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, ignoreBlocker: isLeft });
  const add = () => change({ category: 'new' });
  useActions([
    { id: 'category-add', label: 'Add a category', group: 'Create', icon: FolderPlus, keys: 'n', run: add },
  ]);
  const { category } = search;
  return (
    <Page
      title="Categories"
      intro="The topics of the blog, with an address each; the API lists them by name. Tags are not kept here: they are written at the article."
      actions={
        <Button variant="primary" icon={FolderPlus} onClick={add}>
          Add a category
        </Button>
      }
    >
      <ListSearch label="Search categories" value={search.q} onChange={(q) => change({ q })} />
      {list.error !== null ? (
        <ErrorState problem={list.error} onRetry={list.retry} />
      ) : shown === undefined ? (
        <Loading rows={8} />
      ) : shown.length === 0 ? (
        <Nothing isSearch={search.q !== undefined} onAdd={add} />
      ) : (
        <DataTable
          label="Categories"
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ category: id })}
          onEnd={list.loadMore}
          foot={list.isLoadingMore ? 'Loading more' : undefined}
        />
      )}
      {category === undefined ? null : (
        <CategoryPanel
          key={category}
          categoryId={category === 'new' ? null : category}
          onClose={() => change({ category: undefined })}
          onDone={() => change({ category: undefined }, true)}
        />
      )}
    </Page>
  );
}

function Nothing({ isSearch, onAdd }: { isSearch: boolean; onAdd: () => void }) {
  if (isSearch)
    return (
      <EmptyState icon={Folders} title="Nothing like that">
        No category has these words in name, slug or description.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Folders}
      title="No categories yet"
      action={
        <Button variant="primary" icon={FolderPlus} onClick={onAdd}>
          Add a category
        </Button>
      }
    >
      Press N to add the first one. Readers filter the blog by categories, and each can have a page of its
      own.
    </EmptyState>
  );
}
