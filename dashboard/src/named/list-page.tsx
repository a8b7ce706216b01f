import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProjectPages } from '../api/pages.ts';
import type { Module } from '../api/project.ts';
import { useActions } from '../components/actions.ts';
import { Button } from '../components/button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState, ErrorState, Loading } from '../components/states.tsx';
import { Time } from '../components/time.tsx';
import { ListSearch, useNamedSearch } from './list-search.tsx';

interface Words {
  title: string;
  text: string;
}

/** What differs between the lists of named things. */
export interface NamedList<Row> {
  title: string;
  intro: string;
  icon: LucideIcon;
  /** How one is begun: "Add an author". */
  add: { id: string; label: string; icon: LucideIcon };
  module: Module;
  path: string;
  columns: readonly Column<Row>[];
  /** What a search looks through. */
  textsOf: (row: Row) => string[];
  /** Said where nothing has the words that are looked for, and where there is nothing at all. */
  notFound: Words;
  none: Words;
}

interface NamedListPageProps<Row> {
  list: NamedList<Row>;
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
  /** Opens one by its id, or `new`. */
  onOpen: (id: string) => void;
  /** What is open beside the list. */
  children: ReactNode;
}

/** A list of named things with its search; `n` begins a new one. */
export function NamedListPage<Row extends { id: string }>(props: NamedListPageProps<Row>) {
  const { list, q, onSearch, onOpen, children } = props;
  const pages = useProjectPages<Row>(list.module, list.path, { query: { limit: 100 } });
  const shown = useNamedSearch(pages, q, list.textsOf);
  const add = () => onOpen('new');
  useActions([{ ...list.add, group: 'Create', keys: 'n', run: add }]);
  const addButton = (
    <Button variant="primary" icon={list.add.icon} onClick={add}>
      {list.add.label}
    </Button>
  );
  const empty = q === undefined ? list.none : list.notFound;
  return (
    <Page title={list.title} intro={list.intro} actions={addButton}>
      <ListSearch label={`Search ${list.title.toLowerCase()}`} value={q} onChange={onSearch} />
      {pages.error !== null ? (
        <ErrorState problem={pages.error} onRetry={pages.retry} />
      ) : shown === undefined ? (
        <Loading rows={8} />
      ) : shown.length === 0 ? (
        <EmptyState icon={list.icon} title={empty.title} action={q === undefined ? addButton : undefined}>
          {empty.text}
        </EmptyState>
      ) : (
        <DataTable
          label={list.title}
          columns={list.columns}
          rows={shown}
          rowId={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          onEnd={pages.loadMore}
          foot={pages.isLoadingMore ? 'Loading more' : undefined}
        />
      )}
      {children}
    </Page>
  );
}

interface Listed {
  slug: string;
  article_count: number;
  updated_at: string;
}

/** The columns that every such list ends with. */
export function lastColumns<Row extends Listed>(slugWidth: string): readonly Column<Row>[] {
  return [
    { key: 'slug', title: 'Slug', width: slugWidth, cell: ({ slug }) => <code>{slug}</code> },
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
}
