import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { classes } from '../base/classes.ts';
import { useMay } from '../../features/access/may.ts';
import { leaveList, type RowLink, useListReturn } from './list-return.ts';
import { useMovedRows } from './moved-rows.ts';
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

/** Which way a list is sorted, and how it is sorted otherwise: `-updated_at` is the newest change first. */
export function sortedBy(sort: string, onSort: (sort: string) => void) {
  return (key: string, first: '' | '-' = ''): Pick<Column<unknown>, 'sort' | 'onSort'> => ({
    sort: sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null,
    onSort: () => onSort(sort === `${first}${key}` ? `${first === '' ? '-' : ''}${key}` : `${first}${key}`),
  });
}

interface Selection<Row> {
  /** What is done with selected rows; members who may not do it select none. */
  needs?: Permission;
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** What a row is called, for those who hear its checkbox. */
  nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** Read aloud: what the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where a row leads, by a click on it or Enter in it; its first cell is the link. Null for a row that leads nowhere. */
  linkTo?: (row: Row) => RowLink | null;
  /** What a click on a row does that has no address. */
  onOpen?: (row: Row) => unknown;
  rowClass?: (row: Row) => string | undefined;
  selection?: Selection<Row>;
  /** Called when the last rows come into view: load more. */
  onEnd?: () => void;
  /** Below the rows: a count, "loading more". */
  foot?: ReactNode;
}

const rowHeight = 44;

/**
 * Rows of one kind. J and K move, Enter opens, X selects; only the rows in view are in the document, so that ten
 * thousand scroll like ten.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, linkTo, onOpen, onEnd, foot, rowClass } = props;
  const selection = useMay(props.selection?.needs) ? props.selection : undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 0, height: 900 },
  });
  useMovedRows(scroller, rows, false);
  const address = useListReturn(scroller, rows.length > 0);
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

  const leave = (row: Row) =>
    leaveList({
      address,
      id: rowId(row),
      top: scroller.current?.scrollTop ?? 0,
      selected: selection?.ids ?? new Set(),
      rows: rows.flatMap((one) => {
        const link = linkTo?.(one) ?? null;
        return link === null ? [] : [{ id: rowId(one), link }];
      }),
    });
  const open = (line: Element, row: Row) => {
    const link = linkOf(line);
    if (link === null) onOpen?.(row);
    else link.click();
  };
  const onRowKey = (event: KeyboardEvent, row: Row) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open(event.currentTarget, row);
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
            const link = linkTo?.(row) ?? null;
            return (
              <tr
                key={rowId(row)}
                data-row={index}
                data-id={rowId(row)}
                onClickCapture={() => leave(row)}
                aria-rowindex={index + 2}
                tabIndex={index === 0 ? 0 : -1}
                className={classes(
                  (link !== null || onOpen !== undefined) && 'table-opens',
                  isSelected && 'table-selected',
                  rowClass?.(row),
                )}
                onKeyDown={(event) => onRowKey(event, row)}
                onClick={(event) => {
                  if (isOfRow(event) && !openBeside(event)) open(event.currentTarget, row);
                }}
                onAuxClick={(event) => (isOfRow(event) ? openBeside(event) : undefined)}
              >
                {selection === undefined ? null : (
                  <td className="table-check">
                    <input
                      type="checkbox"
                      aria-label={`Select ${selection.nameOf(row)}`}
                      checked={isSelected}
                      onChange={() => toggle(row)}
                    />
                  </td>
                )}
                {columns.map(({ key, cell, align }, place) => (
                  <td key={key} data-align={align} data-column={key}>
                    {place === 0 && link !== null ? (
                      <Link {...link} className="table-link" tabIndex={-1}>
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
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
  selection: Selection<Row> | undefined;
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
            data-column={key}
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

function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('a.table-link');
}

/** A click on the row itself: not on a control in it, nor in a menu that React counts as inside. */
function isOfRow({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, input, select, label') === null;
}

/** Whether a click on a row asks for a new tab, as one on its link would; it is opened then. */
function openBeside({ currentTarget, button, ctrlKey, metaKey }: MouseEvent): boolean {
  const link = linkOf(currentTarget);
  if (link === null || !(button === 1 || ctrlKey || metaKey)) return false;
  window.open(link.href, '_blank', 'noopener');
  return true;
}
