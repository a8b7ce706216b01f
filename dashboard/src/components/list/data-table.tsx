import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Rows2, Rows4 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { IconButton } from '../base/button.tsx';
import { classes } from '../base/classes.ts';
import { useMay } from '../../features/access/may.ts';
import { saveListPosition, type RowLink, useListReturn } from './list-return.ts';
import { useMovedRows } from './moved-rows.ts';
import { useRowDensity } from './row-density.ts';
import { useRowKeys } from './row-keys.ts';
import './data-table.css';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** A CSS width: `40%`, `120px`. */
  width?: string;
  align?: 'start' | 'end';
  cell: (row: Row) => ReactNode;
  /** The current direction; null if the list is sorted by another column. Absent if the column is not sortable. */
  sort?: 'ascending' | 'descending' | null;
  onSort?: () => void;
}

/** Returns a function that makes a column sortable. `-updated_at` means the newest change first. */
export function sortedBy(sort: string, onSort: (sort: string) => void) {
  return (key: string, first: '' | '-' = ''): Pick<Column<unknown>, 'sort' | 'onSort'> => ({
    sort: sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null,
    onSort: () => onSort(sort === `${first}${key}` ? `${first === '' ? '-' : ''}${key}` : `${first}${key}`),
  });
}

interface Selection<Row> {
  /** The permission for the actions on selected rows. Members without it can't select rows. */
  needs?: Permission;
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** The name of a row in the label of its checkbox. */
  nameOf: (row: Row) => string;
}

export interface DataTableProps<Row> {
  /** For screen readers: what the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The link of a row, which its first cell, a click or Enter opens. Null for a row without a link. */
  linkTo?: (row: Row) => RowLink | null;
  /** Called when a row without a link is clicked. */
  onOpen?: (row: Row) => unknown;
  rowClass?: (row: Row) => string | undefined;
  selection?: Selection<Row>;
  /** Called when the last rows come into view, to load more. */
  onEnd?: () => void;
  /** Shown below the rows: a count, "loading more". */
  foot?: ReactNode;
}

/** A table in which J and K move, Enter opens and X selects. Only rows in view are rendered, so long lists stay fast. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, linkTo, onOpen, onEnd, foot, rowClass } = props;
  const selection = useMay(props.selection?.needs) ? props.selection : undefined;
  const scroller = useRef<HTMLDivElement>(null);
  const density = useRowDensity();
  const { rowHeight } = density;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 0, height: 900 },
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useMovedRows(scroller, rows, false);
  const listUrl = useListReturn(scroller, rows.length > 0);
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

  const savePosition = (row: Row) =>
    saveListPosition({
      url: listUrl,
      id: rowId(row),
      top: scroller.current?.scrollTop ?? 0,
      selected: selection?.ids ?? new Set(),
      rows: rows.flatMap((listRow) => {
        const link = linkTo?.(listRow) ?? null;
        return link === null ? [] : [{ id: rowId(listRow), link }];
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
      <table
        className={classes('table', density.isCompact && 'table-compact')}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
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
                onClickCapture={() => savePosition(row)}
                aria-rowindex={index + 2}
                tabIndex={index === 0 ? 0 : -1}
                className={classes(
                  (link !== null || onOpen !== undefined) && 'table-opens',
                  isSelected && 'table-selected',
                  rowClass?.(row),
                )}
                onKeyDown={(event) => onRowKey(event, row)}
                onClick={(event) => {
                  if (isRowClick(event) && !openInNewTab(event)) open(event.currentTarget, row);
                }}
                onAuxClick={(event) => (isRowClick(event) ? openInNewTab(event) : undefined)}
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
                {columns.map(({ key, cell, align }, columnIndex) => (
                  <td key={key} data-align={align} data-column={key}>
                    {columnIndex === 0 && link !== null ? (
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
      {foot === undefined ? null : <Foot density={density}>{foot}</Foot>}
    </div>
  );
}

interface FootProps {
  density: ReturnType<typeof useRowDensity>;
  children: ReactNode;
}

/** A count, and the button that changes the height of the rows. */
function Foot({ density: { isCompact, toggle }, children }: FootProps) {
  return (
    <div className="table-foot">
      {children}
      <IconButton
        label={isCompact ? 'Taller rows' : 'Compact rows'}
        icon={isCompact ? Rows2 : Rows4}
        onClick={toggle}
      />
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

/** Whether a click hit the row itself, not a control in it or a menu whose events React bubbles to the row. */
function isRowClick({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('a, button, input, select, label') === null;
}

/** Opens the row's link in a new tab after a middle click, Ctrl+click or ⌘+click. @returns whether it did */
function openInNewTab({ currentTarget, button, ctrlKey, metaKey }: MouseEvent): boolean {
  const link = linkOf(currentTarget);
  if (link === null || !(button === 1 || ctrlKey || metaKey)) return false;
  window.open(link.href, '_blank', 'noopener');
  return true;
}
