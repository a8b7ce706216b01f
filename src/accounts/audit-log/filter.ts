import { auditActions, auditGroup } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb, Within } from '../../core/mongo/index.ts';
import { parseTime } from '../../lifecycle/index.ts';
import type { ExportAudit } from './schema.ts';
import { type AuditRecord, seqAt } from '../../projects/index.ts';

/** Rows are numbered in the order in which they were stored; the clocks of processes may differ by so many rows. */
const slack = 100;

/**
 * What the filters of a list leave, as a condition on rows. Times become numbers, which the indexes have.
 * @throws invalid_parameter
 */
export async function filterOf(db: ProjectDb, asked: ExportAudit): Promise<Within<AuditRecord>> {
  const { actor, item, via, session, access } = asked;
  const since = timeOf('since', asked.since);
  const until = timeOf('until', asked.until);
  const action = asked.action === undefined ? null : actionsOf(asked.action);
  return {
    ...(actor === undefined ? {} : { 'actor.id': actor }),
    ...(item === undefined ? {} : { 'subject.id': item }),
    ...(via === undefined ? {} : { via }),
    ...(session === undefined ? {} : { session }),
    ...(access === true ? { heavy: true } : {}),
    ...(action === null ? {} : { action: { $in: action } }),
    ...(since === null && until === null ? {} : { at: range(since, until) }),
    ...(await numbers(db, since, until)),
  } as Within<AuditRecord>; // the paths are those of the row
}

function range<T>(from: T | null, to: T | null) {
  return { ...(from === null ? {} : { $gte: from }), ...(to === null ? {} : { $lte: to }) };
}

async function numbers(db: ProjectDb, since: Date | null, until: Date | null) {
  if (since === null && until === null) return {};
  const from = since === null ? null : (await seqAt(db, since)) - slack;
  const to = until === null ? null : (await seqAt(db, until)) + slack;
  return { seq: range(from, to) };
}

/** `key.created` or `key.*`. @throws invalid_parameter for what is neither */
function actionsOf(asked: string): string[] {
  const all = Object.keys(auditActions);
  const found = asked.endsWith('.*')
    ? all.filter((action) => auditGroup(action) === asked.slice(0, -2))
    : all.filter((action) => action === asked);
  if (found.length > 0) return found;
  throw wrong('action', `"${asked}" is no action; an action is "key.created", and a group of them "key.*"`);
}

function timeOf(name: 'since' | 'until', asked: string | undefined): Date | null {
  if (asked === undefined) return null;
  const time = parseTime(asked);
  if (time === null) throw wrong(name, 'is no time; write it as 2026-11-20T09:30:00Z');
  return time;
}

function wrong(name: string, why: string): Error {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
