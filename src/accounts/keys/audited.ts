import type { AuditDetail, AuditEntry, AuditSubject } from '../../contract/events/audit-actions.ts';
import type { KeyRecord } from './schema.ts';

/** The key as the audit log names it; its name is read from its row. */
export function auditedKey({ key_id: id }: Pick<KeyRecord, 'key_id'>): AuditSubject {
  return { kind: 'key', id };
}

/** What the audit log records of a new key. */
export function createdKey(record: KeyRecord): AuditEntry {
  return { action: 'key.created', subject: auditedKey(record), detail: detailOf(record) };
}

function detailOf({ purpose, scopes }: KeyRecord): AuditDetail {
  return { purpose, ...(scopes === undefined ? {} : { scopes: { from: null, to: scopes } }) };
}
