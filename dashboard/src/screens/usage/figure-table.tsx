import type { ReactNode } from 'react';

interface FigureTableProps {
  /** For screen readers: what the rows are. */
  label: string;
  /** The headings; all columns but the first contain numbers. */
  columns: readonly string[];
  /** The cells of each row. The first one names the row. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

/** A small table of numbers, which fits a phone without scrolling. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    <table className="figure-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td key={columns[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
