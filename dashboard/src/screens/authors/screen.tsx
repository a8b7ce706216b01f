import { getRouteApi } from '@tanstack/react-router';
import { UserRoundPen, UserRoundPlus } from 'lucide-react';
import type { Author } from '../../../../src/authors/schema.ts';
import { useProjectPages } from '../../api/pages.ts';
import { useActions } from '../../components/actions.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { ListSearch, useNamedSearch } from '../../named/list-search.tsx';
import { Portrait } from '../../named/portrait.tsx';
import { AuthorPanel } from './panel.tsx';
import type { AuthorsSearch } from './search.ts';

const route = getRouteApi('/p/$projectId/authors');

const columns: readonly Column<Author>[] = [
  {
    key: 'name',
    title: 'Name',
    width: '34%',
    cell: ({ name, avatar }) => (
      <span className="named-cell">
        <Portrait image={avatar} name={name} />
        <span>{name}</span>
      </span>
    ),
  },
  { key: 'job', title: 'Job title', cell: ({ job_title }) => job_title },
  { key: 'slug', title: 'Slug', width: '22%', cell: ({ slug }) => <code>{slug}</code> },
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

/** Everybody who writes, for the blog and the knowledge base together. */
export function AuthorsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useProjectPages<Author>('authors', '/v1/authors', { query: { limit: 100 } });
  const shown = useNamedSearch(list, search.q, ({ name, job_title, slug }) => [name, job_title, slug]);
  const change = (part: AuthorsSearch, isLeft = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, ignoreBlocker: isLeft });
  const add = () => change({ author: 'new' });
  useActions([
    { id: 'author-add', label: 'Add an author', group: 'Create', icon: UserRoundPlus, keys: 'n', run: add },
  ]);
  const { author } = search;
  return (
    <Page
      title="Authors"
      intro="Everybody who writes, for the blog and the knowledge base together. They need no sign-in; members do."
      actions={
        <Button variant="primary" icon={UserRoundPlus} onClick={add}>
          Add an author
        </Button>
      }
    >
      <ListSearch label="Search authors" value={search.q} onChange={(q) => change({ q })} />
      {list.error !== null ? (
        <ErrorState problem={list.error} onRetry={list.retry} />
      ) : shown === undefined ? (
        <Loading rows={8} />
      ) : shown.length === 0 ? (
        <Nothing isSearch={search.q !== undefined} onAdd={add} />
      ) : (
        <DataTable
          label="Authors"
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ author: id })}
          onEnd={list.loadMore}
          foot={list.isLoadingMore ? 'Loading more' : undefined}
        />
      )}
      {author === undefined ? null : (
        <AuthorPanel
          key={author}
          authorId={author === 'new' ? null : author}
          onClose={() => change({ author: undefined })}
          onDone={() => change({ author: undefined }, true)}
        />
      )}
    </Page>
  );
}

function Nothing({ isSearch, onAdd }: { isSearch: boolean; onAdd: () => void }) {
  if (isSearch)
    return (
      <EmptyState icon={UserRoundPen} title="Nobody like that">
        No author has these words in name, job title or slug.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={UserRoundPen}
      title="Nobody writes here yet"
      action={
        <Button variant="primary" icon={UserRoundPlus} onClick={onAdd}>
          Add an author
        </Button>
      }
    >
      Press N to add the first author. Articles name them, and readers get name, picture and links.
    </EmptyState>
  );
}
