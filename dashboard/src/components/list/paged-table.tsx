import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ErrorState, Loading } from '../layout/states.tsx';

/** A list that is read page by page. */
export interface Pages<Row> {
  /** Undefined until the first page is loaded. */
  rows: readonly Row[] | undefined;
  error: unknown;
  retry: () => void;
}

interface PagedProps<Row> {
  pages: Pages<Row>;
  /** The number of placeholder lines while the first page loads. */
  loading?: number;
  /** Shown if there are no rows. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows the rows of a list, or its loading, error or empty state. */
export function Paged<Row>({ pages: { rows, error, retry }, loading = 8, empty, children }: PagedProps<Row>) {
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (rows === undefined) return <Loading rows={loading} />;
  return rows.length === 0 ? empty : children(rows);
}

interface PagedTableProps<Row>
  extends
    Pick<PagedProps<Row>, 'loading' | 'empty'>,
    Omit<DataTableProps<Row>, 'rows' | 'rowId' | 'onEnd' | 'foot'> {
  pages: Pages<Row> & { isLoadingMore: boolean; loadMore: () => void };
  /** Shown below the rows: how many there are. */
  count?: string;
}

/** A table that loads the next page when its end comes into view. */
export function PagedTable<Row extends { id: string }>(props: PagedTableProps<Row>) {
  const { pages, loading, empty, count, ...table } = props;
  const foot = [count, pages.isLoadingMore ? 'loading more' : undefined].filter((part) => part !== undefined);
  return (
    <Paged pages={pages} empty={empty} {...(loading === undefined ? {} : { loading })}>
      {(rows) => (
        <DataTable
          {...table}
          rows={rows}
          rowId={({ id }) => id}
          onEnd={pages.loadMore}
          foot={foot.length === 0 ? undefined : foot.join(' · ')}
        />
      )}
    </Paged>
  );
}
