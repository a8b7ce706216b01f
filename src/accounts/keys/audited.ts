import type { AuditDetail, AuditEntry, AuditSubject } from '../../contract/events/audit-actions.ts';
import type { KeyRecord } from './schema.ts';

/** The key as a subject in the audit log, which looks up its name. */
export function auditedKey({ key_id: id }: Pick<KeyRecord, 'key_id'>): AuditSubject {
  return { kind: 'key', id };
}

/** The audit row of a new key. */
export function createdKey(record: KeyRecord): AuditEntry {
  return { action: 'key.created', subject: auditedKey(record), detail: detailOf(record) };
}

function detailOf({ purpose, scopes }: KeyRecord): AuditDetail {
  return { purpose, ...(scopes === undefined ? {} : { scopes: { from: null, to: scopes } }) };
}
