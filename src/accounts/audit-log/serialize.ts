import { auditActions } from '../../contract/events/audit-actions.ts';
import type { AuditRecord } from '../../projects/index.ts';
import type { AuditRow } from './schema.ts';

/** The present names of people and keys, by id. */
export type Names = ReadonlyMap<string, string>;

/** Kinds of subjects whose rows contain no title; the log looks up their names. */
const kindsWithNames = ['member', 'account', 'key'];

export function serializeRow(row: AuditRecord, names: Names): AuditRow {
  const { seq, at, actor, via, action, subject, changed = [], visible, request_id } = row;
  const { kind, id, type } = subject;
  const name = kindsWithNames.includes(kind) ? (names.get(id) ?? null) : null;
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
