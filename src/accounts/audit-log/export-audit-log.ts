import { type RouteResponse, respond, type MemberContext } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { type AuditRecord, streamRows, writeProject } from '../../projects/index.ts';
import { auditFilter } from './filter.ts';
import { namesInRows } from './names.ts';
import type { AuditRow, ExportAudit } from './schema.ts';
import { serializeRow } from './serialize.ts';

/** Maximum rows of one export. */
const maxRows = 100_000;
/** Rows whose names are looked up together. */
const batchRows = 500;

/**
 * Streams the rows that match the filters, oldest first, one JSON object per line, and writes an audit row
 * about the export.
 * @throws invalid_parameter
 */
export async function exportAuditLog(
  context: MemberContext,
  query: ExportAudit,
): Promise<RouteResponse<null>> {
  const filter = await auditFilter(context.db, query);
  const subject = { kind: 'log', id: context.db.projectId } as const;
  await writeProject(context, async (tx) => tx.stored({ action: 'log.exported', subject }));
  return respond(null, { lines: serializeRows(context.db, streamRows(context.db, filter, maxRows)) });
}

/** Serializes rows with names, in batches. */
export async function* serializeRows(
  db: ProjectDb,
  records: AsyncIterable<AuditRecord>,
): AsyncGenerator<AuditRow> {
  let batch: AuditRecord[] = [];
  for await (const row of records) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield* await serializeBatch(db, batch);
    batch = [];
  }
  yield* await serializeBatch(db, batch);
}

async function serializeBatch(db: ProjectDb, batch: readonly AuditRecord[]): Promise<AuditRow[]> {
  const names = await namesInRows(db, batch);
  return batch.map((row) => serializeRow(row, names));
}
