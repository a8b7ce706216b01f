import { auditActions } from '../../contract/events/audit-actions.ts';
import type { AuditRecord } from '../../projects/index.ts';
import type { AuditRow } from './schema.ts';

/** Names of people and keys by their ids, as they are now. */
export type Names = ReadonlyMap<string, string>;

/** Subjects that have no title in their rows: the log looks up what they are called. */
const named = ['member', 'account', 'key'];

export function serializeRow(row: AuditRecord, names: Names): AuditRow {
  const { seq, at, actor, via, action, subject, changed = [], visible, request_id } = row;
  const { kind, id, type } = subject;
  const name = named.includes(kind) ? (names.get(id) ?? null) : null;
  return {
    seq,
    at: at.toISOString(),
    actor: { ...actor, name: names.get(actor.id) ?? actor.id },
    via,
    action,
    words: auditActions[action],
    subject: { kind, id, ...(type === undefined ? {} : { type }), title: subject.title ?? name },
    release_id: row.release_id ?? null,
    revision: row.revision ?? null,
    visible,
    changed,
    detail: row.detail === undefined ? null : { ...row.detail },
    request_id,
    session: row.session ?? null,
    address: row.address ?? null,
    access: row.heavy === true,
    heavy: row.heavy === true,
  };
}
