import { type AuditWriter, storeAudit } from '../audit/store.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { countAuditRows } from './audit-repository.ts';

/**
 * Stores rows in a project's audit log inside a transaction that isn't a write of the project: its creation, or the
 * joining of a person. Other writes return their audit rows (core/context/outcome.ts).
 */
export async function storeProjectAudit(
  db: ProjectDb,
  entries: readonly AuditEntry[],
  writer: AuditWriter,
): Promise<void> {
  const lastSeq = await countAuditRows(db, entries.length);
  await storeAudit(db, entries, { writer, lastSeq, visible: false });
}
