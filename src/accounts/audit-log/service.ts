import type { StoredActor } from '../../contract/events/actor.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { streamRows } from '../../projects/index.ts';
import { shownRows } from './export.ts';
import { namesOf } from './names.ts';
import { filterOf } from './filter.ts';
import type { AuditRow, ExportAudit } from './schema.ts';

/** The actor of a change as owners read it, with the name that they have now. */
export async function namedActor(
  db: ProjectDb,
  { kind, id }: StoredActor,
): Promise<{ kind: string; id: string; name: string }> {
  return { kind, id, name: (await namesOf(db, new Set([id]))).get(id) ?? id };
}

/** All rows of a log that the filters leave, the oldest first, however many there are. @throws invalid_parameter */
export async function auditRowsOf(db: ProjectDb, asked: ExportAudit): Promise<AsyncIterable<AuditRow>> {
  return shownRows(db, streamRows(db, await filterOf(db, asked), Infinity));
}
