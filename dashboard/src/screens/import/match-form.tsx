import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { columnOfField, matchHeader, type TableColumn } from '../../../../src/contract/tables/columns.ts';
import { tableLimits } from '../../../../src/contract/tables/limits.ts';
import type { CheckedRows, TableImport } from '../../../../src/transfer/tables/jobs/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { counted, formatted } from '../../components/base/counted.ts';
import { CheckField, SelectField } from '../../components/form/field.tsx';
import { toastError } from '../../components/overlay/toast.tsx';
import { useMay } from '../../features/access/may.ts';
import { CheckReport } from './check-report.tsx';
import { ColumnTable } from './column-table.tsx';
import type { Table } from './read-table.ts';
import { startImport } from './upload.ts';

interface MatchFormProps {
  type: ContentType;
  table: Table;
  /** Receives the id of the started import. */
  onStarted: (id: string) => void;
  onCancel: () => void;
}

/** Matches the columns of a file with fields, checks the first rows, and starts the import. */
export function MatchForm({ type, table, onStarted, onCancel }: MatchFormProps) {
  const api = useProjectApi();
  const mayPublish = useMay('publish');
  const [columns, setColumns] = useState(() => matchedColumns(type, table));
  const [chosenKey, setKey] = useState<string | null>(null);
  const [publish, setPublish] = useState(false);
  const [checkedRows, setCheckedRows] = useState<CheckedRows['rows'] | null>(null);
  const [work, setWork] = useState<'check' | 'import' | null>(null);
  const [uploadedRows, setUploadedRows] = useState(0);
  const keys = uniqueColumns(type, columns);
  const key = chosenKey === null ? (keys[0]?.field ?? '') : chosenKey;
  const choices = { columns, publish, ...(keys.some(({ field }) => field === key) ? { key } : {}) };
  const rowCount = counted(table.rows.length, 'row');
  const checkedCount = Math.min(table.rows.length, tableLimits.checked_rows_max);
  const run = (kind: 'check' | 'import', task: Promise<void>) => {
    setWork(kind);
    void task.catch(toastError).finally(() => setWork(null));
  };
  const check = async () => {
    const rows = table.rows.slice(0, checkedCount);
    setCheckedRows(
      (await api.post<CheckedRows>(`/content/${type.slug}/imports/check`, { ...choices, rows })).rows,
    );
  };
  const start = async () => {
    const { id }: TableImport = await startImport(
      api,
      {
        type: type.slug,
        start: { file_name: table.fileName, ...choices, rows_total: table.rows.length },
        rows: table.rows,
      },
      setUploadedRows,
    );
    onStarted(id);
  };
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value);
    setCheckedRows(null);
  };
  const isEmpty = columns.every(({ field }) => field === null);
  return (
    <div className="import-form">
      <p>
        <strong dir="auto">{table.fileName}</strong> has {rowCount}.
        {table.isGuessed
          ? ' It isn’t Unicode and was read as Western European. Check its letters below.'
          : ''}
      </p>
      <ColumnTable
        type={type}
        table={table}
        columns={columns}
        onChange={(index, field) => change(setColumns, withField(columns, index, field))}
      />
      <SelectField
        label="Find existing entries by"
        help="Rows of entries that exist change them. All other rows create entries."
        value={key}
        onChange={(value) => change(setKey, value)}
      >
        <option value="">
          {columns.some(({ field }) => field === 'id') ? 'ID' : 'Nothing: every row is new'}
        </option>
        {keys.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </SelectField>
      {mayPublish ? (
        <CheckField
          label="Publish the entries"
          help="Readers will see them at once. Otherwise they are drafts, and published entries keep what readers see."
          checked={publish}
          onChange={(value) => change(setPublish, value)}
        />
      ) : null}
      {checkedRows === null ? null : <CheckReport rows={checkedRows} />}
      <div className="import-actions">
        <Button
          disabled={isEmpty || work !== null}
          busy={work === 'check'}
          onClick={() => run('check', check())}
        >
          {`Check ${counted(checkedCount, 'row')}`}
        </Button>
        <Button
          variant="primary"
          disabled={isEmpty || work === 'check'}
          busy={work === 'import'}
          onClick={() => run('import', start())}
        >
          {`Import ${rowCount}`}
        </Button>
        <Button variant="quiet" disabled={work !== null} onClick={onCancel}>
          Choose another file
        </Button>
        {work === 'import' ? (
          <span role="status">
            Uploading {formatted(uploadedRows)} of {rowCount}
          </span>
        ) : publish ? (
          <span className="import-note">Readers will see them at once.</span>
        ) : null}
      </div>
    </div>
  );
}

/** The columns whose headers name a field; each field is matched once. */
function matchedColumns(type: ContentType, { headers }: Table): TableColumn[] {
  const usedFields = new Set<string>();
  return headers.map((name) => {
    const match = matchHeader(name, type.fields);
    const field = match !== null && typeof match === 'object' ? match.field : null;
    if (field === null || usedFields.has(field)) return { name, field: null };
    usedFields.add(field);
    return { name, field };
  });
}

/** Gives a field to one column, and takes it from another. */
function withField(columns: readonly TableColumn[], index: number, field: string | null): TableColumn[] {
  return columns.map((column, i) => {
    if (i === index) return { ...column, field };
    return column.field === field ? { ...column, field: null } : column;
  });
}

function uniqueColumns({ fields }: ContentType, columns: readonly TableColumn[]) {
  return fields
    .filter(({ options }) => options['unique'] === true)
    .map((field) => ({ field: columnOfField(field), label: field.label }))
    .filter(({ field }) => columns.some((column) => column.field === field));
}
