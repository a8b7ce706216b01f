import { type Static, Type } from '@sinclair/typebox';
import type { LeasedRow } from '../../../core/jobs/index.ts';
import { limits } from '../../../contract/limits.ts';
import { Nullable, Timestamp } from '../../../contract/listing.ts';
import { tableLimits } from '../../../contract/tables/limits.ts';

const closed = { additionalProperties: false } as const;
const statuses = ['uploading', 'running', 'done', 'stopped', 'failed'] as const;

const Column = Type.Object(
  {
    name: Type.String({ maxLength: limits.string_chars_max }),
    /** The name of a field, or `id`, `status`, `published_at`; null to skip the column. */
    field: Nullable(Type.String({ maxLength: 100 })),
  },
  closed,
);

const columns = Type.Array(Column, {
  minItems: 1,
  maxItems: tableLimits.columns_max,
  description: `a list of 1 to ${tableLimits.columns_max} columns {name, field}`,
});
const rows = (maxRows: number) =>
  Type.Array(Type.Array(Type.String(), { maxItems: tableLimits.columns_max }), {
    minItems: 1,
    maxItems: maxRows,
    description: `a list of 1 to ${maxRows} rows, each a list of texts`,
  });
const choices = { columns, key: Type.Optional(Nullable(Type.String())), publish: Type.Boolean() };

export const StartImport = Type.Object(
  {
    file_name: Type.String({ minLength: 1, maxLength: limits.file_name_chars_max }),
    ...choices,
    rows_total: Type.Integer({
      minimum: 1,
      maximum: tableLimits.rows_max,
      description: `a whole number from 1 to ${tableLimits.rows_max}`,
    }),
  },
  { $id: 'StartImport', ...closed },
);
export type StartImport = Static<typeof StartImport>;

export const CheckImport = Type.Object(
  { ...choices, rows: rows(tableLimits.checked_rows_max) },
  { $id: 'CheckImport', ...closed },
);
export type CheckImport = Static<typeof CheckImport>;

export const ImportRows = Type.Object(
  { rows: rows(tableLimits.rows_at_once) },
  { $id: 'ImportRows', ...closed },
);
export type ImportRows = Static<typeof ImportRows>;

const RowError = Type.Object(
  { row: Type.Integer(), column: Nullable(Type.String()), code: Type.String(), message: Type.String() },
  closed,
);

export const CheckedRows = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          row: Type.Integer(),
          action: Type.Union([
            Type.Literal('create'),
            Type.Literal('update'),
            Type.Literal('unchanged'),
            Type.Literal('fail'),
          ]),
          errors: Type.Array(RowError),
        },
        closed,
      ),
    ),
  },
  { $id: 'CheckedRows', ...closed },
);
export type CheckedRows = Static<typeof CheckedRows>;

/** An import with its progress and the first rejected rows. */
export const TableImport = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    file_name: Type.String(),
    status: Type.Union(statuses.map((status) => Type.Literal(status))),
    rows_total: Type.Integer(),
    counts: Type.Object(
      {
        in: Type.Integer(),
        created: Type.Integer(),
        updated: Type.Integer(),
        unchanged: Type.Integer(),
        failed: Type.Integer(),
      },
      closed,
    ),
    errors: Type.Array(RowError),
    /** Why the import failed as a whole. */
    reason: Nullable(Type.String()),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  { $id: 'TableImport', ...closed },
);
export type TableImport = Static<typeof TableImport>;

/** A stored import. Its rows have their own collection, so that a progress update rewrites only a small document. */
export interface ImportRecord
  extends Omit<LeasedRow, 'status'>, Pick<TableImport, 'file_name' | 'status' | 'rows_total' | 'reason'> {
  _id: string;
  /** The slug of the content type. */
  type: string;
  release: string;
  columns: Static<typeof Column>[];
  key: string | null;
  publish: boolean;
  /** The zero-based index of the next row to store. */
  position: number;
  counts: TableImport['counts'];
  errors: TableImport['errors'];
  /** The member on whose behalf the rows are stored. */
  created_by: { id: string; name: string };
  created_at: Date;
  finished_at: Date | null;
  /** Number of uploads. Concurrent uploads conflict on this count, so that each one sums the bytes of the others. */
  uploads: number;
  /** Consecutive attempts to store the next rows that failed with an unexpected error. */
  tries: number;
  expires_at: Date;
}

export interface ImportRowRecord {
  /** `<import>/<index>`, so that rows sort by their index. */
  _id: string;
  import: string;
  index: number;
  cells: string[];
  bytes: number;
  /** Why the row was rejected. */
  error?: string;
  expires_at: Date;
}
