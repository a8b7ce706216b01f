import { parseTime } from '../../contract/time.ts';
import { auditActions, auditGroup } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb, Within } from '../../core/mongo/index.ts';
import type { ExportAudit } from './schema.ts';
import { type AuditRecord, seqAt } from '../../projects/index.ts';

/**
 * Rows are numbered in the order of their commits. Clocks of processes differ, so their times can be out of
 * order by this many rows.
 */
const seqTolerance = 100;

/**
 * Returns the filters of a list as a condition on rows. A range of times becomes a range of row numbers too,
 * because the indexes contain those.
 * @throws invalid_parameter
 */
export async function auditFilter(db: ProjectDb, query: ExportAudit): Promise<Within<AuditRecord>> {
  const { actor, item, via, session, access } = query;
  const since = readTime('since', query.since);
  const until = readTime('until', query.until);
  const action = query.action === undefined ? null : actionsOf(query.action);
  return {
    ...(actor === undefined ? {} : { 'actor.id': actor }),
    ...(item === undefined ? {} : { 'subject.id': item }),
    ...(via === undefined ? {} : { via }),
    ...(session === undefined ? {} : { session }),
    ...(access === true ? { heavy: true } : {}),
    ...(action === null ? {} : { action: { $in: action } }),
    ...(since === null && until === null ? {} : { at: range(since, until) }),
    ...(await seqRange(db, since, until)),
  } as Within<AuditRecord>; // the paths are those of the row
}

function range<T>(from: T | null, to: T | null) {
  return { ...(from === null ? {} : { $gte: from }), ...(to === null ? {} : { $lte: to }) };
}

async function seqRange(db: ProjectDb, since: Date | null, until: Date | null) {
  if (since === null && until === null) return {};
  const from = since === null ? null : (await seqAt(db, since)) - seqTolerance;
  const to = until === null ? null : (await seqAt(db, until)) + seqTolerance;
  return { seq: range(from, to) };
}

/** Returns the actions of `key.created` or `key.*`. @throws invalid_parameter */
function actionsOf(pattern: string): string[] {
  const all = Object.keys(auditActions);
  const actions = pattern.endsWith('.*')
    ? all.filter((action) => auditGroup(action) === pattern.slice(0, -2))
    : all.filter((action) => action === pattern);
  if (actions.length > 0) return actions;
  throw invalidParameter(
    'action',
    `"${pattern}" is no action; an action is "key.created", and a group of them "key.*"`,
  );
}

function readTime(name: 'since' | 'until', text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time === null) throw invalidParameter(name, 'is not a valid time; write it as 2026-11-20T09:30:00Z');
  return time;
}

function invalidParameter(name: string, why: string): Error {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
