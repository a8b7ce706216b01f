import type { StoredActor } from '../../contract/events/actor.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { streamRows } from '../../projects/index.ts';
import { serializeRows } from './export-audit-log.ts';
import { findNames } from './names.ts';
import { auditFilter } from './filter.ts';
import type { AuditRow, ExportAudit } from './schema.ts';

/** Returns the actor of a change with the present name. */
export async function namedActor(
  db: ProjectDb,
  { kind, id }: StoredActor,
): Promise<{ kind: string; id: string; name: string }> {
  return { kind, id, name: (await findNames(db, new Set([id]))).get(id) ?? id };
}

/**
 * Streams all rows of a log that match the filters, oldest first, without a maximum.
 * @throws invalid_parameter
 */
export async function streamAuditRows(db: ProjectDb, query: ExportAudit): Promise<AsyncIterable<AuditRow>> {
  return serializeRows(db, streamRows(db, await auditFilter(db, query), Infinity));
}
