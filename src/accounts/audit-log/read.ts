import type { MemberContext } from '../../core/http/index.ts';
import { newestRows, sealedUntil } from '../../projects/index.ts';
import { auditFilter } from './filter.ts';
import { listActors, namesInRows } from './names.ts';
import type { AuditList, AuditQuery } from './schema.ts';
import { serializeRow } from './serialize.ts';

const defaultLimit = 50;

/** Returns one page of the project's log, newest row first. @throws invalid_cursor, invalid_parameter */
export async function readAuditLog(
  context: MemberContext,
  { limit = defaultLimit, cursor, ...query }: AuditQuery,
): Promise<AuditList> {
  const { db, cursors } = context;
  const list = [db.projectId, 'audit', query];
  const before = cursor === undefined ? null : Number(cursors.decode(list, cursor)[0]);
  const filter = await auditFilter(db, query);
  const rows = await context.withConcurrencyLimit(() => newestRows(db, filter, { before, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const [names, actors, sealed] = await Promise.all([namesInRows(db, page), listActors(db), sealedUntil(db)]);
  return {
    data: page.map((row) => serializeRow(row, names)),
    meta: {
      limit,
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursors.encode(list, [last.seq]),
      next_offset: null,
      sealed_until: sealed?.toISOString() ?? null,
      actors,
    },
  };
}
