import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { useRowKeys } from './row-keys.ts';
import './data-table.css';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** A share of the width as CSS writes it: `40%`, `120px`. */
  width?: string;
  align?: 'start' | 'end';
  cell: (row: Row) => ReactNode;
  /** Which way this column sorts now; null when it could and does not. Absent for one that cannot. */
  sort?: 'ascending' | 'descending' | null;
  onSort?: () => void;
}

interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  /** Read aloud: what the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a click on a row, or Enter in it, opens. */
  onOpen?: (row: Row) => void;
  selection?: Selection;
  /** Called when the last rows come into view: load more. */
  onEnd?: () => void;
  /** Below the rows: a count, "loading more". */
  foot?: ReactNode;
  rowClass?: (row: Row) => string | undefined;
}

const rowHeight = 44;

/**
 * Rows of one kind. J and K move, Enter opens, X selects; only the rows in view are in the document, so that ten
 * thousand scroll like ten.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, onOpen, selection, onEnd, foot, rowClass } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 0, height: 900 },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.();
  }, [last, rows.length, onEnd]);

  const toggle = (row: Row) => {
    if (selection === undefined) return;
    const ids = new Set(selection.ids);
    if (!ids.delete(rowId(row))) ids.add(rowId(row));
    selection.onChange(ids);
  };
  useRowKeys(scroller, rows.length, (index) => virtual.scrollToIndex(index));

  const onRowKey = (event: KeyboardEvent, row: Row) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === 'x') toggle(row);
    else return;
    event.preventDefault();
  };
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <div className="table-scroll" ref={scroller}>
      <table className="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <Head columns={columns} rows={rows} rowId={rowId} selection={selection} />
        <tbody>
          {before > 0 ? <tr style={{ height: before }} aria-hidden /> : null}
          {items.flatMap(({ index }) => {
            const row = rows[index];
            if (row === undefined) return [];
            const isSelected = selection?.ids.has(rowId(row)) ?? false;
            return (
              <tr
                key={rowId(row)}
                data-row={index}
                aria-rowindex={index + 2}
                tabIndex={index === 0 ? 0 : -1}
                className={classes(onOpen && 'table-opens', isSelected && 'table-selected', rowClass?.(row))}
                onKeyDown={(event) => onRowKey(event, row)}
                onClick={(event) => (isOfRow(event) ? onOpen?.(row) : undefined)}
              >
                {selection === undefined ? null : (
                  <td className="table-check">
                    <input
                      type="checkbox"
                      aria-label="Select row"
                      checked={isSelected}
                      onChange={() => toggle(row)}
                    />
                  </td>
                )}
                {columns.map(({ key, cell, align }) => (
                  <td key={key} data-align={align}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 ? <tr style={{ height: after }} aria-hidden /> : null}
        </tbody>
      </table>
      {foot === undefined ? null : <div className="table-foot">{foot}</div>}
    </div>
  );
}

type HeadProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId'> & {
  selection: Selection | undefined;
};

function Head<Row>({ columns, rows, rowId, selection }: HeadProps<Row>) {
  const isAll =
    selection !== undefined && rows.length > 0 && rows.every((row) => selection.ids.has(rowId(row)));
  return (
    <thead>
      <tr>
        {selection === undefined ? null : (
          <th className="table-check" scope="col">
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={isAll}
              onChange={() => selection.onChange(isAll ? new Set() : new Set(rows.map(rowId)))}
            />
          </th>
        )}
        {columns.map(({ key, title, width, align, sort, onSort }) => (
          <th
            key={key}
            scope="col"
            data-align={align}
            style={width === undefined ? undefined : { width }}
            aria-sort={sort === undefined ? undefined : (sort ?? 'none')}
          >
            {onSort === undefined ? (
              title
            ) : (
              <button type="button" className="table-sort" onClick={onSort}>
                {title}
                <span aria-hidden>{sort === 'ascending' ? '↑' : sort === 'descending' ? '↓' : ''}</span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A click on the row itself: not on a control in it, nor in a menu that React counts as inside. */
function isOfRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, input, select, label') === null;
}
