import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ErrorState, Loading } from '../layout/states.tsx';

/** A list that is read page by page. */
export interface Pages<Row> {
  /** Absent until the first page is there. */
  rows: readonly Row[] | undefined;
  error: unknown;
  retry: () => void;
}

interface PagedProps<Row> {
  pages: Pages<Row>;
  /** How many grey lines stand there while nothing is read yet. */
  loading?: number;
  /** What stands there instead of no rows. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows the rows of a list, or that they are under way, or why they cannot be read, or that there are none. */
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
  /** Below the rows: how many there are. */
  count?: string;
}

/** A table whose next pages are read as its end comes into view. */
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
