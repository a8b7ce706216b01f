import { isSameJson } from '../../contract/fields/same-json.ts';
import { type WriteSource, writerOf, writeProject } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { auditedEndpoint, endpointAction, hostOf } from './audited.ts';
import { queueWork } from './sending/queue-work.ts';
import { requestWork, findEndpoint } from './repository.ts';
import type { EndpointRecord } from './schema.ts';

/** Whether an endpoint is sent to, and what becomes of deliveries that were held. */
export interface EnabledState {
  enabled: boolean;
  held: 'send' | 'drop';
}

interface Change {
  by: WriteSource;
  /** What the parts of its row become, by their paths. */
  changes: Readonly<Record<string, unknown>>;
  store: (tx: ProjectDb) => Promise<EndpointRecord | null>;
  switched?: EnabledState;
}

/**
 * Stores a change of an endpoint, and switches it in the same transaction; its queue follows afterwards. What is as it
 * was stores nothing. Answers the endpoint as it is then, or null when there is none.
 */
export async function storeEndpoint(
  db: ProjectDb,
  id: string,
  { by, changes, store, switched }: Change,
): Promise<EndpointRecord | null> {
  const after = await writeProject(writerOf(db, by), async (tx) => {
    const before = await findEndpoint(tx.db, id);
    if (before === null) return tx.unchanged(null);
    const turned = switched !== undefined && isTurned(before, switched) ? switched : null;
    const changed = [...changedFields(before, changes), ...(turned === null ? [] : ['enabled'])];
    if (changed.length === 0) return tx.unchanged(before);
    const stored = (await store(tx.db)) ?? before;
    const now = turned === null ? stored : await requestWork(tx.db, id, switchSet(turned, by.now));
    const subject = auditedEndpoint(stored);
    const detail = changed.includes('url') ? { detail: { url_host: hostOf(stored.url) } } : {};
    return tx.stored({ action: endpointAction(stored, 'changed'), subject, changed, ...detail }, now);
  });
  if (after !== null && switched !== undefined)
    await queueWork(db.system).settle({ endpoint_id: id, project_id: db.projectId }, by.now);
  return after;
}

/** Whether a switch changes anything: one that is on forgets its failures, and may drop what was held. */
function isTurned(before: EndpointRecord, { enabled, held }: EnabledState): boolean {
  if (before.enabled !== enabled) return true;
  return enabled ? before.consecutive_failures > 0 || held === 'drop' : before.disabled_reason !== 'manual';
}

/** What requests call these parts; others have the name of their path. */
const fieldNames: Readonly<Record<string, string>> = {
  'purge.service': 'service',
  'purge.sealed_token': 'token',
  'purge.every_seconds': 'every_seconds',
  'purge.repeat_seconds': 'repeat_seconds',
};
/** Begins again with another address; no field of its own. */
const follows = ['purge.through', 'purge.repeats'];

function changedFields(before: EndpointRecord, changes: Change['changes']): string[] {
  return Object.entries(changes)
    .filter(([path, value]) => !follows.includes(path) && !isSameJson(valueAt(before, path), value))
    .map(([path]) => fieldNames[path] ?? path);
}

/** Absent is false. */
function valueAt(record: EndpointRecord, path: string): unknown {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], record);
  return value ?? (path === 'with_tags' ? false : null);
}

function switchSet({ enabled, held }: EnabledState, now: Date): Partial<EndpointRecord> {
  if (!enabled) return { enabled, disabled_reason: 'manual', disabled_at: now, updated_at: now };
  const set = { enabled, consecutive_failures: 0, disabled_reason: null, disabled_at: null };
  return { ...set, updated_at: now, ...(held === 'drop' ? { drop_before: now } : {}) };
}
