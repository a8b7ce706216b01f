import { type Acting, writerOf } from '../events/service.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { transact } from '../platform/transact.ts';
import { auditedEndpoint, endpointAction, hostOf } from './audited.ts';
import { queueWork } from './queue-work.ts';
import { askForWork } from './repository.ts';
import type { EndpointRecord } from './schema.ts';

/** Whether an endpoint is sent to, and what becomes of deliveries that were held. */
export interface Switched {
  enabled: boolean;
  held: 'send' | 'drop';
}

interface Change {
  by: Acting;
  /** Names of what is changed. */
  changed: readonly string[];
  store: (inside: ProjectDb) => Promise<EndpointRecord | null>;
  switched?: Switched;
}

/**
 * Stores a change of an endpoint, and switches it in the same transaction; its queue follows afterwards. Answers the
 * endpoint as it is then, or null when there is none.
 */
export async function storeEndpoint(
  db: ProjectDb,
  id: string,
  { by, changed, store, switched }: Change,
): Promise<EndpointRecord | null> {
  const after = await transact(writerOf(db, by), async (inside) => {
    const stored = await store(inside.db);
    if (stored === null) return inside.unchanged(null);
    const now =
      switched === undefined ? stored : await askForWork(inside.db, id, switchSet(switched, by.now));
    const subject = auditedEndpoint(stored);
    const detail = changed.includes('url') ? { detail: { url_host: hostOf(stored.url) } } : {};
    return inside.stored({ action: endpointAction(stored, 'changed'), subject, changed, ...detail }, now);
  });
  if (after !== null && switched !== undefined)
    await queueWork(db.system).settle({ endpoint_id: id, project_id: db.projectId }, by.now);
  return after;
}

function switchSet({ enabled, held }: Switched, now: Date): Partial<EndpointRecord> {
  if (!enabled) return { enabled, disabled_reason: 'manual', disabled_at: now, updated_at: now };
  const set = { enabled, consecutive_failures: 0, disabled_reason: null, disabled_at: null };
  return { ...set, updated_at: now, ...(held === 'drop' ? { drop_before: now } : {}) };
}
