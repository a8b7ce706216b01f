import { type Html, element, join, nothing } from './html.ts';
import type { RichtextNode } from '../schema.ts';

type Cell = Extract<RichtextNode, { type: 'tableHeader' | 'tableCell' }>;

/** Renders a table; `inside` renders what stands in a cell. Leading rows of heading cells become the head. */
export function renderTable(
  rows: readonly RichtextNode[] = [],
  tx: (nodes: readonly RichtextNode[] | undefined) => Html,
): Html {
  const lines = rows.map(cellsOf);
  const headLength = headRows(lines);
  const line = (cells: readonly Cell[], y: number) =>
    element('tr', {}, join(cells.map((cell, x) => renderCell(cell, { x, inHead: y < headLength }, tx))));
  const written = lines.map(line);
  const head = written.slice(0, headLength);
  const body = written.slice(headLength);
  return element(
    'table',
    {},
    join([
      head.length > 0 ? element('thead', {}, join(head)) : nothing,
      body.length > 0 ? element('tbody', {}, join(body)) : nothing,
    ]),
  );
}

function renderCell(
  cell: Cell,
  { x, inHead }: { x: number; inHead: boolean },
  tx: (nodes: readonly RichtextNode[] | undefined) => Html,
): Html {
  const { colspan = 1, rowspan = 1 } = cell.attrs ?? {};
  const spans = { colspan: colspan > 1 ? colspan : null, rowspan: rowspan > 1 ? rowspan : null };
  const content = tx(cell.content);
  if (cell.type === 'tableCell') return element('td', spans, content);
  return element('th', { ...spans, scope: inHead ? 'col' : x === 0 ? 'row' : null }, content);
}

function cellsOf(row: RichtextNode): Cell[] {
  return 'content' in row ? (row.content ?? []).filter(isCell) : [];
}

function isCell(node: RichtextNode): node is Cell {
  return node.type === 'tableHeader' || node.type === 'tableCell';
}

/** How many rows at the top are the head: all heading cells, none reaching down out of it. */
function headRows(lines: readonly (readonly Cell[])[]): number {
  const end = lines.findIndex(
    (cells) => cells.length === 0 || cells.some((cell) => cell.type !== 'tableHeader'),
  );
  const length = end === -1 ? lines.length : end;
  const reachesOut = lines
    .slice(0, length)
    .some((cells, y) => cells.some((cell) => y + (cell.attrs?.rowspan ?? 1) > length));
  return reachesOut ? 0 : length;
}
