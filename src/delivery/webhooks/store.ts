import { isSameJson } from '../../contract/fields/json.ts';
import { type WriteSource, writerOf, writeProject } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { auditedEndpoint, endpointAction, hostOf } from './audited.ts';
import { queueWork } from './sending/queue-work.ts';
import { requestWork, findEndpoint } from './repository.ts';
import type { EndpointRecord } from './schema.ts';

/** Whether an endpoint is enabled, and whether its held deliveries are sent or dropped. */
export interface EnabledState {
  enabled: boolean;
  heldDeliveries: 'send' | 'drop';
}

interface Change {
  by: WriteSource;
  /** New values by the path of their field in the row. */
  changes: Readonly<Record<string, unknown>>;
  store: (txDb: ProjectDb) => Promise<EndpointRecord | null>;
  newState?: EnabledState;
}

/**
 * Stores a change of an endpoint and enables or disables it in the same transaction, then updates its queue. A request
 * without a change stores nothing. Returns the endpoint after the change, or null if there is none.
 */
export async function storeEndpoint(
  db: ProjectDb,
  id: string,
  { by, changes, store, newState }: Change,
): Promise<EndpointRecord | null> {
  const after = await writeProject(writerOf(db, by), async (tx) => {
    const before = await findEndpoint(tx.db, id);
    if (before === null) return tx.unchanged(null);
    const stateChange = newState !== undefined && changesState(before, newState) ? newState : null;
    const changedNames = [...changedFields(before, changes), ...(stateChange === null ? [] : ['enabled'])];
    if (changedNames.length === 0) return tx.unchanged(before);
    const endpoint = (await store(tx.db)) ?? before;
    const result =
      stateChange === null ? endpoint : await requestWork(tx.db, id, stateChanges(stateChange, by.now));
    const subject = auditedEndpoint(endpoint);
    const detail = changedNames.includes('url') ? { detail: { url_host: hostOf(endpoint.url) } } : {};
    return tx.stored(
      { action: endpointAction(endpoint, 'changed'), subject, changed: changedNames, ...detail },
      result,
    );
  });
  if (after !== null && newState !== undefined)
    await queueWork(db.system).settle({ endpoint_id: id, project_id: db.projectId }, by.now);
  return after;
}

/** Whether the new state has an effect. Enabling an enabled endpoint resets its failures and can drop held deliveries. */
function changesState(before: EndpointRecord, { enabled, heldDeliveries }: EnabledState): boolean {
  if (before.enabled !== enabled) return true;
  return enabled
    ? before.consecutive_failures > 0 || heldDeliveries === 'drop'
    : before.disabled_reason !== 'manual';
}

/** Names of fields in requests, by path; other fields have the name of their path. */
const fieldNames: Readonly<Record<string, string>> = {
  'purge.service': 'service',
  'purge.sealed_token': 'token',
  'purge.every_seconds': 'every_seconds',
  'purge.repeat_seconds': 'repeat_seconds',
};
/** Paths that are reset with the URL and are not fields of requests. */
const derivedPaths = ['purge.through', 'purge.repeats'];

function changedFields(before: EndpointRecord, changes: Change['changes']): string[] {
  return Object.entries(changes)
    .filter(([path, value]) => !derivedPaths.includes(path) && !isSameJson(valueAt(before, path), value))
    .map(([path]) => fieldNames[path] ?? path);
}

/** Returns the value at a path. An absent `with_tags` is false; other absent values are null. */
function valueAt(record: EndpointRecord, path: string): unknown {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], record);
  return value ?? (path === 'with_tags' ? false : null);
}

function stateChanges({ enabled, heldDeliveries }: EnabledState, now: Date): Partial<EndpointRecord> {
  if (!enabled) return { enabled, disabled_reason: 'manual', disabled_at: now, updated_at: now };
  const set = { enabled, consecutive_failures: 0, disabled_reason: null, disabled_at: null };
  return { ...set, updated_at: now, ...(heldDeliveries === 'drop' ? { drop_before: now } : {}) };
}
