import {
  projectCollection,
  type ProjectDb,
  systemCollection,
  type SystemDb,
  type Within,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { type AuditRecord, installationLog } from './schema.ts';
import type { SealHead } from './seals/schema.ts';

/** The audit logs of all projects and of the installation. */
export const audit = projectCollection<AuditRecord>('audit', [
  { key: { project_id: 1, seq: 1 }, unique: true },
  { key: { project_id: 1, 'actor.id': 1, seq: 1 } },
  { key: { project_id: 1, 'subject.id': 1, seq: 1 } },
  { key: { project_id: 1, heavy: 1, seq: 1 }, partialFilterExpression: { heavy: true } },
]);

/**
 * The seal position of each log, and the row count of the installation's log. A project counts its rows in its own row.
 */
export const auditHeads = systemCollection<SealHead>('audit_heads', []);

export function insertAudit(db: ProjectDb, records: readonly AuditRecord[]): Promise<void> {
  return rows(db, audit).insertMany(records);
}

/**
 * Counts new rows of the installation's log, inside their transaction. @returns the number of the last row before them
 */
export async function countInstallationRows(system: SystemDb, by: number): Promise<number> {
  const head = await unscopedRows(system, auditHeads).findOneAndUpdate(
    { _id: installationLog },
    { $inc: { audit_seq: by } },
    { upsert: true, returnDocument: 'after', ...sessionOptions(system) },
  );
  return (head?.audit_seq ?? by) - by;
}

/** Rows that match the filter, newest first; only rows before the number `before` if it is given. */
export function newestRows(
  db: ProjectDb,
  filter: Within<AuditRecord>,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRecord[]> {
  const earlier = before === null ? {} : { seq: { $lt: before } };
  return rows(db, audit).find({ $and: [filter, earlier] }, { sort: { seq: -1 }, limit });
}

/** Rows that match the filter, oldest first, at most `limit`. The query has no time limit. */
export function streamRows(
  db: ProjectDb,
  filter: Within<AuditRecord>,
  limit: number,
): AsyncIterable<AuditRecord> {
  return rows(db, audit).stream(filter, { sort: { seq: 1 }, ...(limit === Infinity ? {} : { limit }) });
}

/** The number of the first row that was stored at or after a time; above the last number if all rows are older. */
export async function seqAt(db: ProjectDb, at: Date): Promise<number> {
  const boundarySeq = async (direction: 1 | -1) =>
    (await rows(db, audit).find({}, { sort: { seq: direction }, limit: 1 }))[0]?.seq ?? 0;
  let [from, to] = [await boundarySeq(1), (await boundarySeq(-1)) + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [row] = await rows(db, audit).find({ seq: { $gte: middle } }, { sort: { seq: 1 }, limit: 1 });
    if (row !== undefined && row.at < at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The rows after a number, oldest first. */
export function rowsBetween(
  db: ProjectDb,
  { after, to = Infinity, limit }: { after: number; to?: number; limit: number },
): Promise<AuditRecord[]> {
  const seq = { $gt: after, ...(to === Infinity ? {} : { $lte: to }) };
  return rows(db, audit).find({ seq }, { sort: { seq: 1 }, limit, maxTimeMS: 60_000 });
}

/** The row of the last removal by retention; null if there was none. */
export async function newestTrim(db: ProjectDb): Promise<AuditRecord | null> {
  const filter = { 'subject.id': db.projectId, action: 'log.trimmed' } as Within<AuditRecord>; // the type does not contain paths such as `subject.id`
  return (await rows(db, audit).find(filter, { sort: { seq: -1 }, limit: 1 }))[0] ?? null;
}

/** @returns the number of removed rows */
export function removeRowsUpTo(db: ProjectDb, to: number): Promise<number> {
  return rows(db, audit).deleteMany({ seq: { $lte: to } });
}

export async function clearAddressesBelow(
  db: ProjectDb,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await rows(db, audit).updateMany(
    { seq: { $gt: from, $lte: to }, address: { $exists: true } },
    { $unset: { address: true } },
  );
}
