import { type RouteResponse, respond, type MemberContext } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { type AuditRecord, streamRows, writeProject } from '../../projects/index.ts';
import { filterOf } from './filter.ts';
import { namesIn } from './names.ts';
import type { AuditRow, ExportAudit } from './schema.ts';
import { serializeRow } from './serialize.ts';

/** Rows of one export. */
const exportedMax = 100_000;
/** Rows whose names are looked up together. */
const batchRows = 500;

/** Streams what the filters leave, the oldest row first, one JSON object a line; leaves a row itself. @throws invalid_parameter */
export async function exportAuditLog(
  context: MemberContext,
  asked: ExportAudit,
): Promise<RouteResponse<null>> {
  const filter = await filterOf(context.db, asked);
  const subject = { kind: 'log', id: context.db.projectId } as const;
  await writeProject(context, async (tx) => tx.stored({ action: 'log.exported', subject }));
  return respond(null, { lines: shownRows(context.db, streamRows(context.db, filter, exportedMax)) });
}

/** Rows as they are shown, with names, some hundred at a time. */
export async function* shownRows(db: ProjectDb, found: AsyncIterable<AuditRecord>): AsyncGenerator<AuditRow> {
  let batch: AuditRecord[] = [];
  for await (const row of found) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield* await shown(db, batch);
    batch = [];
  }
  yield* await shown(db, batch);
}

async function shown(db: ProjectDb, batch: readonly AuditRecord[]): Promise<AuditRow[]> {
  const names = await namesIn(db, batch);
  return batch.map((row) => serializeRow(row, names));
}
