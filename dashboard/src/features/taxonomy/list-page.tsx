import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { localeQuery, useChosenLocale } from '../../api/locales.ts';
import { useProjectPages } from '../../api/pages.ts';
import type { Module } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import type { Column } from '../../components/list/data-table.tsx';
import { ListSearch } from '../../components/list/list-tools.tsx';
import { Page } from '../../components/layout/page.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { ListLocaleMenu } from '../locales/locale-menu.tsx';
import type { PanelEvents } from './loaded-term.tsx';
import { useTermSearch } from './term-search.ts';

interface EmptyTexts {
  title: string;
  text: string;
}

/** The differences between the lists of terms. */
export interface TermList<Row> {
  title: string;
  /** The name of one term, and the URL parameter with the id of the open one. */
  noun: 'author' | 'category';
  intro: string;
  icon: LucideIcon;
  /** The button that creates one: "New author". */
  add: { id: string; label: string; icon: LucideIcon };
  module: Module;
  path: string;
  columns: readonly Column<Row>[];
  /** The texts that are searched. */
  textsOf: (row: Row) => string[];
  /** The empty states of a search without results, and of an empty list. */
  noMatches: EmptyTexts;
  emptyState: EmptyTexts;
}

interface TermListPageProps<Row> {
  list: TermList<Row>;
  search: { q?: string | undefined; author?: string | undefined; category?: string | undefined };
  /** The panel of a term beside the list. The id of a new one is null. */
  Panel: ComponentType<PanelEvents & { id: string | null }>;
}

/** A list of terms with its search. `n` creates a new one. */
export function TermListPage<Row extends { id: string }>({ list, search, Panel }: TermListPageProps<Row>) {
  const { q, [list.noun]: open } = search;
  const navigate = useNavigate();
  const change = (part: typeof search, ignoreBlocker = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true, ignoreBlocker });
  const close = { [list.noun]: undefined };
  const pages = useProjectPages<Row>(list.module, list.path, {
    query: { limit: 100, ...localeQuery(useChosenLocale()) },
  });
  const rows = useTermSearch(pages, q, list.textsOf);
  const add = () => change({ [list.noun]: 'new' });
  useActions([{ ...list.add, group: 'Create', keys: 'n', needs: 'publish', run: add }]);
  const addButton = (
    <Button needs="publish" variant="primary" icon={list.add.icon} onClick={add}>
      {list.add.label}
    </Button>
  );
  const empty = q === undefined ? list.emptyState : list.noMatches;
  return (
    <Page
      title={list.title}
      intro={list.intro}
      actions={
        <>
          {open === undefined ? <ListLocaleMenu /> : null}
          {addButton}
        </>
      }
    >
      <ListSearch
        label={`Search ${list.title.toLowerCase()}`}
        value={q}
        onChange={(words) => change({ q: words })}
      />
      <PagedTable
        label={list.title}
        pages={{ ...pages, rows: rows }}
        empty={
          <EmptyState icon={list.icon} title={empty.title} action={q === undefined ? addButton : undefined}>
            {empty.text}
          </EmptyState>
        }
        columns={list.columns}
        linkTo={({ id }) => ({
          to: '.',
          search: (before: object) => ({ ...before, [list.noun]: id }),
          replace: true,
        })}
      />
      {open === undefined ? null : (
        <Panel
          key={open}
          id={open === 'new' ? null : open}
          onClose={() => change(close)}
          onDone={() => change(close, true)}
        />
      )}
    </Page>
  );
}

interface TermRow {
  slug: string;
  article_count: number;
  updated_at: string;
}

/** The last columns of every list of terms. */
export function lastColumns<Row extends TermRow>(slugWidth: string): readonly Column<Row>[] {
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
