import { type AuditWriter, storeAudit } from '../audit/store.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { countAuditRows } from './audit-repository.ts';

/**
 * Stores rows in a project's log inside a transaction that is not the project's alone: it is made, a person joins it.
 * All others tell of themselves by how their work ends (core/context/outcome.ts).
 */
export async function noteInProject(
  db: ProjectDb,
  entries: readonly AuditEntry[],
  writer: AuditWriter,
): Promise<void> {
  const lastSeq = await countAuditRows(db, entries.length);
  await storeAudit(db, entries, { writer, lastSeq, visible: false });
}
