import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions } from '../../core/mongo/scope/unscoped.ts';
import { projectGone, openProjects } from './repository.ts';

/**
 * Counts new rows of the project's audit log, inside their transaction. @returns the number of the last row before them
 */
export async function countAuditRows(db: ProjectDb, by: number): Promise<number> {
  const row = await openProjects(db.system).findOneAndUpdate(
    { _id: db.projectId },
    { $inc: { audit_seq: by } },
    { projection: { audit_seq: 1 }, returnDocument: 'before', ...sessionOptions(db) },
  );
  if (row === null) throw projectGone();
  return row.audit_seq ?? 0;
}

/** The number of the newest row of each project's audit log. */
export async function auditSequences(system: SystemDb): Promise<Map<string, number>> {
  const projectRows = openProjects(system).find({ audit_seq: { $gt: 0 } }, { projection: { audit_seq: 1 } });
  const sequences = new Map<string, number>();
  for await (const { _id, audit_seq } of projectRows) sequences.set(_id, audit_seq ?? 0);
  return sequences;
}
