import type { ContentType } from '../../../../src/content/types/schema.ts';
import { columnOfField, type TableColumn } from '../../../../src/contract/tables/columns.ts';
import type { Table } from './read-table.ts';

/** The number of rows whose values are shown as samples. */
const sampleCount = 5;

interface ColumnTableProps {
  type: ContentType;
  table: Table;
  columns: readonly TableColumn[];
  onChange: (index: number, field: string | null) => void;
}

/** The columns of a file, each with the field that it is imported into and its first values. */
export function ColumnTable({ type, table, columns, onChange }: ColumnTableProps) {
  const rows = table.rows.slice(0, sampleCount);
  return (
    <div className="import-columns" tabIndex={0} role="region" aria-label="Columns of the file">
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Import as</th>
            {rows.map((_row, i) => (
              <th key={i} scope="col">
                Row {i + 2}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, field }, i) => (
            <tr key={i}>
              <th scope="row" dir="auto">
                {name.trim() === '' ? `Column ${i + 1}` : name}
              </th>
              <td>
                <select
                  className="input select"
                  aria-label={`Import ${name.trim() === '' ? `column ${i + 1}` : name} as`}
                  value={field ?? ''}
                  onChange={(event) => onChange(i, event.target.value === '' ? null : event.target.value)}
                >
                  <option value="">Don’t import</option>
                  <optgroup label="Fields">
                    {type.fields.map((each) => (
                      <option key={each.key} value={columnOfField(each)}>
                        {each.label}
                      </option>
                    ))}
                  </optgroup>
                  <optgroup label="Entry">
                    <option value="id">ID</option>
                    <option value="status">Status</option>
                    <option value="published_at">Publish date</option>
                  </optgroup>
                </select>
              </td>
              {rows.map((row, rowIndex) => (
                <td key={rowIndex} dir="auto" className="import-sample">
                  {row[i] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
