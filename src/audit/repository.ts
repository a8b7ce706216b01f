import { projectCollection, systemCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { sessionOptions, unscopedRows } from '../platform/mongo/unscoped.ts';
import { type AuditHead, type AuditRecord, installationLog } from './schema.ts';

/** What was done, in every project and in the installation. */
export const audit = projectCollection<AuditRecord>('audit', [
  { key: { project_id: 1, seq: 1 }, unique: true },
  { key: { project_id: 1, 'actor.id': 1, seq: 1 } },
  { key: { project_id: 1, 'subject.id': 1, seq: 1 } },
  { key: { project_id: 1, heavy: 1, seq: 1 }, partialFilterExpression: { heavy: true } },
]);

/** Where the installation's rows are counted; a project's are in the project's own row. */
export const auditHeads = systemCollection<AuditHead>('audit_heads', []);

export function insertAudit(db: ProjectDb, records: readonly AuditRecord[]): Promise<void> {
  return rows(db, audit).insertMany(records);
}

/** Counts rows of the installation; inside their transaction. @returns the number of the newest one before them */
export async function countInstallationRows(system: SystemDb, by: number): Promise<number> {
  const head = await unscopedRows(system, auditHeads).findOneAndUpdate(
    { _id: installationLog },
    { $inc: { audit_seq: by } },
    { upsert: true, returnDocument: 'after', ...sessionOptions(system) },
  );
  return (head?.audit_seq ?? by) - by;
}
