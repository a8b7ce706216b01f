import { Type } from '@sinclair/typebox';
import { bulkTimeoutMs } from '../../../contract/bulk.ts';
import { dashboardRoute } from '../../../core/http/index.ts';
import { tableFormats } from '../export-table.ts';
import { CheckedRows, CheckImport, ImportRows, StartImport, TableImport } from './schema.ts';
import {
  startImport,
  checkRows,
  createImport,
  downloadRejectedRows,
  downloadTable,
  stopImport,
  readImport,
  uploadRows,
} from './service.ts';

const TypePath = Type.Object({ type: Type.String() });
const ImportPath = Type.Object({ importId: Type.String() });
const RowsPath = Type.Object({
  importId: Type.String(),
  first: Type.String(),
});
const ExportQuery = Type.Object(
  { format: Type.Union(tableFormats.map((format) => Type.Literal(format))) },
  { additionalProperties: false },
);

const writer = { needs: 'draft', area: 'content' } as const;
const reader = { method: 'GET', needs: 'read', area: 'content' } as const;
/** Milliseconds until the first line. The download then continues for as long as its client reads. */
const firstLineTimeoutMs = 15_000;

export const tableRoutes = [
  dashboardRoute({
    ...writer,
    scope: 'release',
    method: 'POST',
    path: '/content/:type/imports',
    audits: { none: 'stores how a file is read; nothing is imported' },
    summary: 'Creates an import of a table into a collection. Its rows are uploaded next.',
    status: 201,
    input: { path: TypePath, body: StartImport },
    output: TableImport,
    run: (context, { path, body }) => createImport(context, path.type, body),
  }),
  dashboardRoute({
    ...writer,
    scope: 'release',
    method: 'POST',
    path: '/content/:type/imports/check',
    audits: { none: 'checks rows; nothing is stored' },
    summary: 'Returns what an import would do with up to a hundred rows.',
    timeLimitMs: bulkTimeoutMs,
    input: { path: TypePath, body: CheckImport },
    output: CheckedRows,
    run: (context, { path, body }) => checkRows(context, path.type, body),
  }),
  dashboardRoute({
    ...writer,
    scope: 'project',
    method: 'PUT',
    path: '/imports/:importId/rows/:first',
    audits: { none: 'stores rows of a file; nothing is imported' },
    summary: 'Stores up to 500 rows of an import from a zero-based index on.',
    status: 204,
    errors: ['unknown_import', 'import_running', 'invalid_field_value', 'invalid_parameter'],
    input: { path: RowsPath, body: ImportRows },
    output: null,
    run: (context, { path, body }) => uploadRows(context, path, body),
  }),
  dashboardRoute({
    ...writer,
    scope: 'project',
    method: 'POST',
    path: '/imports/:importId/start',
    audits: 'import.started',
    summary: 'Starts an import in the background, or continues a stopped one.',
    status: 202,
    errors: ['unknown_import', 'import_running', 'invalid_field_value', 'role_required'],
    bodyOptional: true,
    input: { path: ImportPath },
    output: TableImport,
    run: (context, { path }) => startImport(context, path.importId),
  }),
  dashboardRoute({
    ...writer,
    scope: 'project',
    method: 'POST',
    path: '/imports/:importId/stop',
    audits: { none: 'ends work that the log lists; each stored row has its own' },
    summary: 'Stops an import after its current rows. Stored rows stay.',
    errors: ['unknown_import', 'role_required'],
    bodyOptional: true,
    input: { path: ImportPath },
    output: TableImport,
    run: (context, { path }) => stopImport(context, path.importId),
  }),
  dashboardRoute({
    ...reader,
    scope: 'project',
    path: '/imports/:importId',
    summary: 'Reads an import with its progress and its first rejected rows.',
    errors: ['unknown_import'],
    input: { path: ImportPath },
    output: TableImport,
    run: (context, { path }) => readImport(context, path.importId),
  }),
  dashboardRoute({
    ...reader,
    scope: 'project',
    path: '/imports/:importId/errors',
    summary: 'Downloads the rejected rows of an import as CSV, with their numbers and errors.',
    timeLimitMs: firstLineTimeoutMs,
    errors: ['unknown_import'],
    input: { path: ImportPath },
    output: Type.Null(),
    run: (context, { path }) => downloadRejectedRows(context, path.importId),
  }),
  dashboardRoute({
    ...reader,
    scope: 'release',
    path: '/content/:type/export',
    summary: 'Downloads the drafts of a collection as CSV or NDJSON.',
    timeLimitMs: firstLineTimeoutMs,
    input: { path: TypePath, query: ExportQuery },
    output: Type.Null(),
    run: (context, { path, query }) => downloadTable(context, path.type, query.format),
  }),
];
