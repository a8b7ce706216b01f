import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Field } from '../../../../src/content/fields/schema.ts';
import type { Query } from '../../api/http/client.ts';
import type { Locale } from '../../api/locales.ts';
import type { useEditorPages } from '../../api/pages.ts';
import type { Module } from '../../api/project.ts';
import { EmptyState } from '../../components/layout/states.tsx';
import type { Column } from '../../components/list/data-table.tsx';
import { type RowLink, useListSelection } from '../../components/list/list-return.ts';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { BulkBar } from './bulk-bar.tsx';

/** The names of a kind of content, and the path of its bulk changes. */
export interface ListedContent {
  module: Module;
  /** The path above `/bulk`: `/content/recipe`. */
  bulkPath: string;
  /** Singular and plural. */
  noun: readonly [string, string];
  /** The fields of "Change field"; absent if it is not offered. */
  fields?: readonly Field[];
  /** The locale in which the list is shown and changed; absent with one locale. */
  locale?: Locale | undefined;
  /** The text of the confirmation of a bulk deletion. */
  consequence: string;
}

interface ContentTableProps<Row> {
  label: string;
  content: ListedContent;
  list: ReturnType<typeof useEditorPages<Row>>;
  /** The parameters that filter the list. */
  filters: Query;
  columns: readonly Column<Row>[];
  linkOf: (id: string) => RowLink;
  /** Shown when there is no content at all. */
  empty: { icon?: LucideIcon; title: string; text: string; action?: ReactNode };
}

/** A list of content in any state, with the bulk changes of its selected rows. */
export function ContentTable<Row extends { id: string; title: string }>(props: ContentTableProps<Row>) {
  const { label, content, list, filters, columns, linkOf, empty } = props;
  const { module, bulkPath, noun, fields, locale, consequence } = content;
  const [selected, setSelected] = useListSelection();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <PagedTable
        label={label}
        pages={list}
        loading={10}
        empty={
          <EmptyState
            icon={empty.icon}
            title={isFiltered ? 'No matches' : empty.title}
            action={isFiltered ? undefined : empty.action}
          >
            {isFiltered ? 'Try removing a filter.' : empty.text}
          </EmptyState>
        }
        columns={columns}
        selection={{
          needs: fields === undefined ? 'publish' : 'draft',
          ids: selected,
          onChange: setSelected,
          nameOf: ({ title }) => title || 'Untitled',
        }}
        linkTo={({ id }) => linkOf(id)}
        count={`${list.count} ${noun[list.total === 1 ? 0 : 1]}`}
      />
      <BulkBar
        path={bulkPath}
        module={module}
        noun={noun}
        fields={fields}
        locale={locale}
        consequence={consequence}
        ids={selected}
        pages={list}
        query={filters}
        onDone={setSelected}
      />
    </>
  );
}
