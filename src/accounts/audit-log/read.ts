import type { MemberContext } from '../../core/http/index.ts';
import { newestRows, sealedUntil } from '../../projects/index.ts';
import { filterOf } from './filter.ts';
import { actorsOf, namesIn } from './names.ts';
import type { AuditList, AuditQuery } from './schema.ts';
import { serializeRow } from './serialize.ts';

/** Rows of a page unless the request says otherwise. */
const pageRows = 50;

/** One page of the project's log, the newest row first. @throws invalid_cursor, invalid_parameter */
export async function readAuditLog(
  context: MemberContext,
  { limit = pageRows, cursor, ...asked }: AuditQuery,
): Promise<AuditList> {
  const { db, cursors } = context;
  const list = [db.projectId, 'audit', asked];
  const before = cursor === undefined ? null : Number(cursors.decode(list, cursor)[0]);
  const filter = await filterOf(db, asked);
  const rows = await context.withConcurrencyLimit(() => newestRows(db, filter, { before, limit: limit + 1 }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const [names, actors, sealed] = await Promise.all([namesIn(db, shown), actorsOf(db), sealedUntil(db)]);
  return {
    data: shown.map((row) => serializeRow(row, names)),
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
