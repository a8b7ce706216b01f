import type { ProjectDb } from '../../platform/mongo/handle.ts';
import { streamRows } from '../repository.ts';
import { shownRows } from './export.ts';
import { filterOf } from './filter.ts';
import type { AuditRow, ExportAudit } from './schema.ts';

/** All rows of a log that the filters leave, the oldest first, however many there are. @throws invalid_parameter */
export async function auditRowsOf(db: ProjectDb, asked: ExportAudit): Promise<AsyncIterable<AuditRow>> {
  return shownRows(db, streamRows(db, await filterOf(db, asked), Infinity));
}
