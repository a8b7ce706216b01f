import { apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { newId } from '../../../contract/ids.ts';
import {
  columnOfField,
  isEntryColumn,
  keyOfColumn,
  type TableColumn,
} from '../../../contract/tables/columns.ts';
import { tableLimits } from '../../../contract/tables/limits.ts';
import { guardFormula } from '../../../contract/tables/text.ts';
import { dayMs } from '../../../contract/time.ts';
import { loadCollection, type TypeShape } from '../../../content/index.ts';
import type { ProjectContext, ReleaseContext } from '../../../core/context/index.ts';
import { type MemberContext, respond, type RouteResponse } from '../../../core/http/index.ts';
import { inTransaction } from '../../../core/mongo/index.ts';
import { writeProject } from '../../../projects/index.ts';
import { csvLine } from '../csv-line.ts';
import { exportTable, type TableFormat } from '../export-table.ts';
import { rowOfCells } from '../row.ts';
import type { TableTarget } from '../store/row-writer.ts';
import { storeRows } from '../store/store-rows.ts';
import {
  findImport,
  findOldUploads,
  findRunningImport,
  insertImport,
  countUpload,
  putRows,
  removeImports,
  markRunning,
  markStopped,
  streamRejectedRows,
  sumRows,
} from './repository.ts';
import type {
  CheckedRows,
  CheckImport,
  ImportRecord,
  ImportRows,
  StartImport,
  TableImport,
} from './schema.ts';

/** Maximum imports of a project whose rows are still being uploaded. Older ones are removed. */
const uploadsMax = 10;

/**
 * Creates an import, whose rows are uploaded next.
 * @throws unknown_content_type, not_a_collection, unknown_field, invalid_field_value, role_required
 */
export async function createImport(
  context: MemberContext & ReleaseContext,
  slug: string,
  { columns, key = null, publish, file_name: fileName, rows_total: rowsTotal }: StartImport,
): Promise<TableImport> {
  checkMayPublish(context, publish);
  checkColumns(await loadCollection(context, slug), { columns, key });
  const { now, db } = context;
  const record: ImportRecord = {
    _id: newId('import', now),
    ...{ type: slug, release: db.releaseId, file_name: fileName, columns, key, publish },
    ...{ rows_total: rowsTotal, position: 0, status: 'uploading', reason: null, errors: [], uploads: 0 },
    counts: { in: 0, created: 0, updated: 0, unchanged: 0, failed: 0 },
    created_by: authorOf(context),
    created_at: now,
    finished_at: null,
    ...{ holder: null, held_until: now, turn_at: now, tries: 0 },
    expires_at: expiryOf(now),
  };
  await removeImports(db, await findOldUploads(db, uploadsMax - 1));
  await insertImport(db, record);
  return serialize(record);
}

/** What an import would do with up to 100 rows. Nothing is stored. @throws as `createImport` */
export async function checkRows(
  context: MemberContext & ReleaseContext,
  slug: string,
  { columns, key = null, publish, rows }: CheckImport,
): Promise<CheckedRows> {
  checkMayPublish(context, publish);
  checkColumns(await loadCollection(context, slug), { columns, key });
  const tableRows = rows.map((cells, i) => rowOfCells(columns, { row: i + 2, cells }));
  const outcomes = await storeRows(tableRows, {
    target: targetOf({ type: slug, columns, key, publish }),
    newContext: () => Promise.resolve({ ...context, dryRun: true }),
  });
  return { rows: outcomes.map(({ row, result, errors }) => ({ row, action: actions[result], errors })) };
}

const actions = { created: 'create', updated: 'update', unchanged: 'unchanged', failed: 'fail' } as const;

/**
 * Stores rows of an import from a zero-based index on. Repeated rows replace earlier ones.
 * @throws unknown_import, import_running, invalid_field_value
 */
export async function uploadRows(
  context: MemberContext,
  { importId, first: firstText }: { importId: string; first: string },
  { rows }: ImportRows,
): Promise<RouteResponse<null>> {
  if (!/^\d{1,5}$/.test(firstText))
    throw apiError('invalid_parameter', { name: 'first', why: 'must be a whole number' }, { param: 'first' });
  const first = Number(firstText);
  const record = await loadImport(context, importId);
  if (record.status === 'running') throw apiError('import_running', {});
  if (first + rows.length > record.rows_total)
    throw invalidValue('rows', `the import has ${record.rows_total} rows`);
  const { now, db } = context;
  const expiresAt = expiryOf(now);
  await inTransaction(db.system, { dryRun: false, lostBecause: 'other_writes' }, async (session) => {
    const tx = db.within(session);
    if (!(await countUpload(tx, importId, expiresAt))) throw invalidValue('rows', 'the import has started');
    await putRows(tx, record, { first, cells: rows, expiresAt });
    if ((await sumRows(tx, importId)).bytes > tableLimits.bytes_max)
      throw invalidValue('rows', `the table has more than ${tableLimits.bytes_max / 1_000_000} MB`);
  });
  return respond(null, { status: 204 });
}

/**
 * Starts an import in the background, or continues a stopped one.
 * @throws unknown_import, import_running, invalid_field_value if rows are missing, role_required
 */
export async function startImport(context: MemberContext, id: string): Promise<RouteResponse<TableImport>> {
  const record = await loadImport(context, id);
  checkMayPublish(context, record.publish);
  const { now } = context;
  await writeProject(context, async (tx) => {
    // Writes lock the project, so two imports can't start at once.
    const running = await findRunningImport(tx.db);
    if (running !== null && running._id !== id) throw apiError('import_running', {});
    const current = await findImport(tx.db, id);
    if (current === null || (current.status !== 'uploading' && current.status !== 'stopped'))
      return tx.unchanged(undefined);
    const { count } = await sumRows(tx.db, id);
    if (count < current.rows_total)
      throw invalidValue('rows_total', `${count} of ${current.rows_total} rows have arrived`);
    await markRunning(tx.db, id, { now, createdBy: authorOf(context), expiresAt: expiryOf(now) });
    const subject = { kind: 'type', id: current.type } as const;
    const detail = { kind: current.type, items: current.rows_total };
    return tx.stored({ action: 'import.started', subject, detail }, undefined);
  });
  return respond(serialize(await loadImport(context, id)), { status: 202 });
}

/** Stops an import after its current rows. Stored rows stay. @throws unknown_import, role_required */
export async function stopImport(context: MemberContext, id: string): Promise<TableImport> {
  const { publish } = await loadImport(context, id);
  checkMayPublish(context, publish);
  await markStopped(context.db, id, context.now);
  return serialize(await loadImport(context, id));
}

/** @throws unknown_import */
export async function readImport(context: ProjectContext, id: string): Promise<TableImport> {
  return serialize(await loadImport(context, id));
}

/** The rejected rows as CSV, with their numbers and errors in front. @throws unknown_import */
export async function downloadRejectedRows(
  context: ProjectContext,
  id: string,
): Promise<RouteResponse<null>> {
  const record = await loadImport(context, id);
  const fileName = `${record.file_name.replace(/\.[^.]*$/, '')}-rejected.csv`;
  const pieces = rejectedLines(context, record);
  return respond(null, { download: { fileName, mediaType: 'text/csv; charset=utf-8', pieces } });
}

async function* rejectedLines({ db }: ProjectContext, record: ImportRecord): AsyncGenerator<string> {
  yield `${byteOrderMark}${guardedLine(['Row', 'Error', ...record.columns.map(({ name }) => name)])}`;
  for await (const { index, error = '', cells } of streamRejectedRows(db, record._id))
    yield guardedLine([String(index + 2), error, ...cells]);
}

/** Spreadsheets recognize UTF-8 by this mark. */
const byteOrderMark = '\uFEFF';

/** A CSV line with the cells of the uploaded file. Formulas are guarded, because spreadsheets would run them. */
function guardedLine(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => (isHarmless(cell) ? cell : guardFormula(cell))));
}

/** Whether a cell is a number, or is guarded already. */
function isHarmless(cell: string): boolean {
  return cell.startsWith("'") || /^-?[\d.,]+$/.test(cell);
}

/** Downloads the drafts of a content type as CSV or NDJSON. @throws unknown_content_type, not_a_collection */
export async function downloadTable(
  context: ReleaseContext,
  slug: string,
  format: TableFormat,
): Promise<RouteResponse<null>> {
  const lines = await exportTable(context, slug, format);
  const mediaType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
  const pieces = format === 'csv' ? markedLines(lines) : lines;
  return respond(null, { download: { fileName: `${slug}.${format}`, mediaType, pieces } });
}

async function* markedLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* lines;
}

interface TableChoices {
  columns: readonly TableColumn[];
  key: string | null;
}

/** The content type in which rows are stored, and how. */
export function targetOf({
  type,
  columns,
  key,
  publish,
}: Pick<ImportRecord, 'type' | 'columns' | 'key' | 'publish'>): TableTarget {
  const columnOf = (name: string) =>
    columns.find(({ field }) => field !== null && (keyOfColumn(field) ?? field) === name)?.name ?? name;
  return { type, key: key === null ? null : keyOfColumn(key), publishes: publish, columnOf };
}

/** @throws unknown_field, invalid_field_value */
function checkColumns({ fields }: TypeShape, { columns, key }: TableChoices): void {
  const names = fields.map(columnOfField);
  const usedFields = new Set<string>();
  for (const [i, { field }] of columns.entries()) {
    if (field === null) continue;
    const param = `columns[${i}].field`;
    if (!isEntryColumn(field) && !names.includes(field))
      throw apiError(
        'unknown_field',
        { name: field },
        { param, did_you_mean: didYouMean(field, names), available_fields: names },
      );
    if (usedFields.has(field)) throw invalidValue(param, `another column belongs to ${field}`);
    usedFields.add(field);
  }
  if (key === null) return;
  const keyField = fields.find((field) => columnOfField(field) === key);
  if (keyField?.options.unique !== true) throw invalidValue('key', 'it must be a unique field');
  if (!usedFields.has(key)) throw invalidValue('key', 'it must be the field of a column');
}

function invalidValue(name: string, why: string) {
  return apiError('invalid_field_value', { name, why }, { param: name });
}

/** @throws role_required if the import publishes and the member may not */
function checkMayPublish({ rejectPublish }: MemberContext, publishes: boolean): void {
  if (publishes && rejectPublish !== undefined) throw rejectPublish();
}

/** @throws unknown_import */
async function loadImport({ db }: ProjectContext, id: string): Promise<ImportRecord> {
  const record = await findImport(db, id);
  if (record === null) throw apiError('unknown_import', {}, { param: 'importId' });
  return record;
}

function authorOf({ person: { id, name, email } }: MemberContext): ImportRecord['created_by'] {
  return { id, name: name || email };
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() + tableLimits.report_days * dayMs);
}

function serialize(record: ImportRecord): TableImport {
  const { _id: id, type, file_name, status, rows_total, counts, errors, reason } = record;
  return {
    ...{ id, type, file_name, status, rows_total, counts, errors, reason },
    created_at: record.created_at.toISOString(),
    finished_at: record.finished_at?.toISOString() ?? null,
  };
}
