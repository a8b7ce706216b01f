import { tableLimits } from '../../../contract/tables/limits.ts';
import { type Lease, LeasedRows } from '../../../core/jobs/index.ts';
import { grantedBy, projectCollection, type ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { RowOutcome } from '../row.ts';
import type { ImportRecord, ImportRowRecord } from './schema.ts';

/** All imports of a project, also those into content types that the caller may not see. */
const allImports = projectCollection<ImportRecord>('imports', [
  { key: { project_id: 1, status: 1, created_at: -1 } },
  { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);
export const imports = grantedBy(allImports, { areas: ['content'], typeKey: 'type' });

export const leasedImports = new LeasedRows(allImports);

export const importRows = projectCollection<ImportRowRecord>('import_rows', [
  { key: { project_id: 1, import: 1, index: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

const rowId = (importId: string, index: number) => `${importId}/${String(index).padStart(5, '0')}`;

export function insertImport(db: ProjectDb, record: ImportRecord): Promise<void> {
  return rows(db, imports).insertOne(record);
}

export function findImport(db: ProjectDb, id: string): Promise<ImportRecord | null> {
  return rows(db, imports).findOne({ _id: id });
}

/** The running import of a project, also one into a content type that the caller may not see. */
export function findRunningImport(db: ProjectDb): Promise<ImportRecord | null> {
  return rows(db, allImports).findOne({ status: 'running' });
}

/** The ids of imports whose rows are still being uploaded, except for the newest `keptCount`. */
export async function findOldUploads(db: ProjectDb, keptCount: number): Promise<string[]> {
  const options = { sort: { created_at: -1 }, skip: keptCount, limit: 100, projection: { _id: 1 } } as const;
  return (await rows(db, allImports).find({ status: 'uploading' }, options)).map(({ _id }) => _id);
}

export async function removeImports(db: ProjectDb, ids: readonly string[]): Promise<void> {
  await rows(db, allImports).deleteMany({ _id: { $in: [...ids] }, status: 'uploading' });
  await rows(db, importRows).deleteMany({ import: { $in: [...ids] } });
}

/** Counts an upload. @returns false if the import no longer accepts rows */
export function countUpload(db: ProjectDb, id: string, expiresAt: Date): Promise<boolean> {
  const change = { $inc: { uploads: 1 }, $set: { expires_at: expiresAt } };
  return rows(db, imports).updateOne({ _id: id, status: 'uploading' }, change);
}

/** Stores rows from an index on. Rows that were uploaded before at an index are replaced. */
export async function putRows(
  db: ProjectDb,
  { _id }: ImportRecord,
  { first, cells, expiresAt }: { first: number; cells: readonly string[][]; expiresAt: Date },
): Promise<void> {
  const records = cells.map((row, i): ImportRowRecord => ({
    _id: rowId(_id, first + i),
    import: _id,
    index: first + i,
    cells: row,
    bytes: row.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0),
    expires_at: expiresAt,
  }));
  await rows(db, importRows).putMany(records);
}

/** The number of stored rows of an import, and their bytes. */
export async function sumRows(db: ProjectDb, importId: string): Promise<{ count: number; bytes: number }> {
  const stages = [{ $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } } }];
  const [sum] = await rows(db, importRows).aggregate<{ count: number; bytes: number }>(
    { import: importId },
    stages,
  );
  return { count: sum?.count ?? 0, bytes: sum?.bytes ?? 0 };
}

/** The rows of an import from an index on, in order. */
export function findRows(
  db: ProjectDb,
  importId: string,
  { from, limit }: { from: number; limit: number },
): Promise<ImportRowRecord[]> {
  return rows(db, importRows).findLarge(
    { import: importId, index: { $gte: from } },
    { sort: { index: 1 }, limit },
  );
}

/** Yields the rejected rows of an import in order. */
export function streamRejectedRows(db: ProjectDb, importId: string): AsyncIterable<ImportRowRecord> {
  return rows(db, importRows).stream({ import: importId, error: { $exists: true } }, { sort: { index: 1 } });
}

/** Starts an import, or continues a stopped one. */
export async function markRunning(
  db: ProjectDb,
  id: string,
  { now, createdBy, expiresAt }: { now: Date; createdBy: ImportRecord['created_by']; expiresAt: Date },
): Promise<void> {
  const start = { status: 'running' as const, created_by: createdBy, finished_at: null, tries: 0 };
  await rows(db, imports).updateOne(
    { _id: id, status: { $in: ['uploading', 'stopped'] } },
    { $set: { ...start, holder: null, held_until: now, turn_at: now, expires_at: expiresAt } },
  );
  await rows(db, importRows).updateMany({ import: id }, { $set: { expires_at: expiresAt } });
}

/** Stops an import. @returns whether it was running */
export function markStopped(db: ProjectDb, id: string, now: Date): Promise<boolean> {
  const change = { $set: { status: 'stopped' as const, finished_at: now, holder: null } };
  return rows(db, imports).updateOne({ _id: id, status: 'running' }, change);
}

/**
 * Advances an import past its stored rows, in the transaction that stores them, or past a rejected row. Returns null if
 * the runner lost its lease or the import was stopped.
 */
export async function advanceImport(
  db: ProjectDb,
  { _id }: ImportRecord,
  { holder, until }: Lease,
  outcomes: readonly RowOutcome[],
): Promise<ImportRecord | null> {
  const counts = { in: outcomes.length, created: 0, updated: 0, unchanged: 0, failed: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  const position = indexOfRow(outcomes[0]?.row ?? 0);
  const errors = outcomes.flatMap((outcome) => outcome.errors);
  const record = await rows(db, allImports).findOneAndUpdate(
    { _id, holder, position, status: 'running' },
    {
      $set: { held_until: until, tries: 0 },
      $inc: {
        position: outcomes.length,
        ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`counts.${name}`, count])),
      },
      ...(errors.length === 0
        ? {}
        : { $push: { errors: { $each: errors, $slice: tableLimits.reported_max } } }),
    },
  );
  if (record !== null) await storeRowErrors(db, _id, outcomes);
  return record;
}

async function storeRowErrors(
  db: ProjectDb,
  importId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  for (const { row, errors } of outcomes) {
    if (errors.length === 0) continue;
    const error = errors
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join(' ');
    await rows(db, importRows).updateOne({ _id: rowId(importId, indexOfRow(row)) }, { $set: { error } });
  }
}

/** The zero-based index of a spreadsheet row. The header is row 1, so row 2 has index 0. */
export function indexOfRow(row: number): number {
  return row - 2;
}

/** Releases an import until its next time slice. */
export async function releaseImport(
  db: ProjectDb,
  { _id }: ImportRecord,
  slice: { holder: string; now: Date; turnAt: Date; isFailure: boolean },
): Promise<void> {
  const { holder, now, turnAt, isFailure } = slice;
  await rows(db, allImports).updateOne(
    { _id, holder, status: 'running' },
    { $set: { holder: null, held_until: now, turn_at: turnAt }, $inc: { tries: isFailure ? 1 : 0 } },
  );
}

/** Ends an import that the runner holds, as failed if there is a reason. Only its rejected rows stay, for the report. */
export async function finishImport(
  db: ProjectDb,
  { _id }: ImportRecord,
  end: { holder: string; now: Date; reason: string | null },
): Promise<void> {
  const { holder, now, reason } = end;
  const status = reason === null ? ('done' as const) : ('failed' as const);
  await rows(db, allImports).updateOne(
    { _id, holder, status: 'running' },
    { $set: { status, reason, finished_at: now, holder: null } },
  );
  await rows(db, importRows).deleteMany({ import: _id, error: { $exists: false } });
}
