import type { AuditAction, AuditSubject } from '../../contract/events/audit-actions.ts';
import { type WriteSource, writerOf, writeProject } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { EndpointRecord } from './schema.ts';

type EndpointVerb = 'changed' | 'rotated' | 'deleted' | 'tested' | 'replayed';

/** What is done to an endpoint: webhooks and purge targets have the same rows. */
export function endpointAction({ purge }: EndpointRecord, verb: EndpointVerb): AuditAction {
  return `${purge === undefined ? 'webhook' : 'purge_target'}.${verb}`;
}

/** The endpoint as the audit log names it: by its host, since addresses may have secrets in them. */
export function auditedEndpoint({ _id: id, url, purge }: EndpointRecord): AuditSubject {
  return { kind: purge === undefined ? 'webhook' : 'purge_target', id, title: hostOf(url) };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Notes what is done with an endpoint that changes nothing of it. */
export function noteOnEndpoint(
  db: ProjectDb,
  { action, endpoint, by }: { action: AuditAction; endpoint: EndpointRecord; by: WriteSource },
): Promise<void> {
  return writeProject(writerOf(db, by), async (tx) =>
    tx.stored({ action, subject: auditedEndpoint(endpoint) }),
  );
}
