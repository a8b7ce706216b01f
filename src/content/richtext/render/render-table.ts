import { type Html, element, join, nothing } from './html.ts';
import type { RichtextNode } from '../schema.ts';

type Cell = Extract<RichtextNode, { type: 'tableHeader' | 'tableCell' }>;

/** Renders a table; `renderContent` renders the blocks in a cell. Leading rows of heading cells become `thead`. */
export function renderTable(
  rows: readonly RichtextNode[] = [],
  renderContent: (nodes: readonly RichtextNode[] | undefined) => Html,
): Html {
  const cellRows = rows.map(cellsOf);
  const headLength = countHeadRows(cellRows);
  const renderRow = (cells: readonly Cell[], y: number) => {
    const inHead = y < headLength;
    return element('tr', {}, join(cells.map((cell, x) => renderCell(cell, { x, inHead }, renderContent))));
  };
  const htmlRows = cellRows.map(renderRow);
  const head = htmlRows.slice(0, headLength);
  const body = htmlRows.slice(headLength);
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
  renderContent: (nodes: readonly RichtextNode[] | undefined) => Html,
): Html {
  const { colspan = 1, rowspan = 1 } = cell.attrs ?? {};
  const spans = { colspan: colspan > 1 ? colspan : null, rowspan: rowspan > 1 ? rowspan : null };
  const content = renderContent(cell.content);
  if (cell.type === 'tableCell') return element('td', spans, content);
  return element('th', { ...spans, scope: inHead ? 'col' : x === 0 ? 'row' : null }, content);
}

function cellsOf(row: RichtextNode): Cell[] {
  return 'content' in row ? (row.content ?? []).filter(isCell) : [];
}

function isCell(node: RichtextNode): node is Cell {
  return node.type === 'tableHeader' || node.type === 'tableCell';
}

/** Counts the leading rows of heading cells; 0 if a cell spans rows below them. */
function countHeadRows(cellRows: readonly (readonly Cell[])[]): number {
  const end = cellRows.findIndex(
    (cells) => cells.length === 0 || cells.some((cell) => cell.type !== 'tableHeader'),
  );
  const length = end === -1 ? cellRows.length : end;
  const spansBody = cellRows
    .slice(0, length)
    .some((cells, y) => cells.some((cell) => y + (cell.attrs?.rowspan ?? 1) > length));
  return spansBody ? 0 : length;
}
