import type { AuditAction, AuditSubject } from '../../contract/events/audit-actions.ts';
import { type WriteSource, writerOf, writeProject } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { EndpointRecord } from './schema.ts';

type EndpointVerb = 'changed' | 'rotated' | 'deleted' | 'tested' | 'replayed';

/** Returns the audit action for an endpoint: webhooks and purge targets have the same rows but different actions. */
export function endpointAction({ purge }: EndpointRecord, verb: EndpointVerb): AuditAction {
  return `${purge === undefined ? 'webhook' : 'purge_target'}.${verb}`;
}

/** The subject of audit rows about an endpoint. Its title is the host, because URLs can contain secrets. */
export function auditedEndpoint({ _id: id, url, purge }: EndpointRecord): AuditSubject {
  return { kind: purge === undefined ? 'webhook' : 'purge_target', id, title: hostOf(url) };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Stores an audit row for an action that doesn't change the endpoint. */
export function recordEndpointAction(
  db: ProjectDb,
  { action, endpoint, by }: { action: AuditAction; endpoint: EndpointRecord; by: WriteSource },
): Promise<void> {
  return writeProject(writerOf(db, by), async (tx) =>
    tx.stored({ action, subject: auditedEndpoint(endpoint) }),
  );
}
