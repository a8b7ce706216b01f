import { newId } from '../../contract/ids.ts';
import { defaultProjectLimits } from '../../contract/limits.ts';
import { type WriteSource, checkProjectLimit, writerOf, writeProject } from '../../projects/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import type { SealedBox } from '../../core/util/index.ts';
import { auditedEndpoint, endpointAction, hostOf } from './audited.ts';
import { queueWork } from './sending/queue-work.ts';
import {
  changeEndpoint,
  countEndpoints,
  endpointsOf,
  findEndpoint,
  findWebhook,
  insertEndpoint,
  removeEndpoint,
} from './repository.ts';
import type { CreateEndpoint, Endpoint, EndpointRecord, UpdateEndpoint } from './schema.ts';
import { serializeEndpoint } from './serialize.ts';
import { newSigningSecret } from './sending/signature.ts';
import { storeEndpoint, type EnabledState } from './store.ts';
import { checkPatterns, checkUrl } from './sending/subscriptions.ts';

/** The actor who creates or changes an endpoint, and the box that encrypts its secret. */
type EndpointContext = WriteSource & { box: Pick<SealedBox, 'seal'> };

/**
 * Creates an endpoint. Only this response contains its signing secret.
 * @throws invalid_field_value (url, events), limit_reached
 */
export async function createEndpoint(
  db: ProjectDb,
  input: CreateEndpoint,
  { box, ...by }: EndpointContext,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { now, bounds = { perProject: defaultProjectLimits } } = by;
  const secret = newSigningSecret();
  const record: EndpointRecord = {
    _id: newId('webhook_endpoint', now),
    project_id: db.projectId,
    url: checkUrl(input.url),
    events: checkPatterns(input.events),
    ...(input.with_tags === true ? { with_tags: true } : {}),
    enabled: true,
    consecutive_failures: 0,
    disabled_reason: null,
    disabled_at: null,
    sealed_secret: box.seal(secret),
    created_at: now,
    updated_at: now,
  };
  await writeProject(writerOf(db, by), async (tx) => {
    await checkProjectLimit(bounds.perProject, 'webhook_endpoints_per_project_max', (max) =>
      countEndpoints(tx.db, max),
    );
    await insertEndpoint(tx.db, record);
    const detail = { events: record.events, url_host: hostOf(record.url) };
    return tx.stored({ action: 'webhook.created', subject: auditedEndpoint(record), detail });
  });
  return { endpoint: serializeEndpoint(record), secret };
}

/** Returns all endpoints of a project, oldest first. */
export async function listEndpoints(db: ProjectDb): Promise<Endpoint[]> {
  return (await endpointsOf(db)).map(serializeEndpoint);
}

/** Returns one endpoint of the project, or null. */
export async function readEndpoint(db: ProjectDb, id: string): Promise<Endpoint | null> {
  return serializeOrNull(await findWebhook(db, id));
}

/**
 * Changes URL, subscriptions, `with_tags` or `enabled`. Queued deliveries go to the new URL with their stored body.
 * Returns null if there is no such endpoint.
 * @throws invalid_field_value (url, events)
 */
export async function updateEndpoint(
  db: ProjectDb,
  id: string,
  { url, events, with_tags, enabled, heldDeliveries = 'send' }: UpdateEndpoint & Partial<EnabledState>,
  by: WriteSource,
): Promise<Endpoint | null> {
  const changes = {
    ...(url === undefined ? {} : { url: checkUrl(url) }),
    ...(events === undefined ? {} : { events: checkPatterns(events) }),
    ...(with_tags === undefined ? {} : { with_tags }),
  };
  const endpoint = await storeEndpoint(db, id, {
    by,
    changes,
    store: (txDb) => changeEndpoint(txDb, id, { ...changes, updated_at: by.now }),
    ...(enabled === undefined ? {} : { newState: { enabled, heldDeliveries } }),
  });
  return serializeOrNull(endpoint);
}

/**
 * Stops deliveries at once: queued ones are held, and new events create none (specification: disabled-endpoints). A long
 * queue is still being moved when this returns.
 */
export function disableEndpoint(db: ProjectDb, id: string, by: WriteSource): Promise<Endpoint | null> {
  return updateEndpoint(db, id, { enabled: false }, by);
}

/**
 * Starts deliveries again with a failure count of 0. Held deliveries are sent, oldest first, or dropped. A long queue is
 * still being moved when this returns, but deliveries to be dropped are never sent.
 */
export function enableEndpoint(
  db: ProjectDb,
  id: string,
  { heldDeliveries, ...by }: WriteSource & { heldDeliveries: 'send' | 'drop' },
): Promise<Endpoint | null> {
  return updateEndpoint(db, id, { enabled: true, heldDeliveries }, by);
}

/** Waits until this process has updated all queues; for processes that exit afterwards. */
export function waitForQueues(system: SystemDb): Promise<void> {
  return queueWork(system).waitUntilIdle();
}

/** Continues work on queues that other processes left unfinished. */
export function settleQueues(system: SystemDb, now: Date): Promise<void> {
  return queueWork(system).sweep(now);
}

/** Stops work on queues; other processes continue it. */
export function stopQueueWork(system: SystemDb): Promise<void> {
  return queueWork(system).stop();
}

/** Deletes an endpoint with its queue and its history. Returns false if there is no such endpoint. */
export async function deleteEndpoint(db: ProjectDb, id: string, by: WriteSource): Promise<boolean> {
  const isDeleted = await writeProject(writerOf(db, by), async (tx) => {
    const endpoint = await findEndpoint(tx.db, id);
    if (endpoint === null || !(await removeEndpoint(tx.db, id))) return tx.unchanged(false);
    return tx.stored(
      { action: endpointAction(endpoint, 'deleted'), subject: auditedEndpoint(endpoint) },
      true,
    );
  });
  if (isDeleted)
    await queueWork(db.system).settle({ project_id: db.projectId, endpoint_id: id }, new Date(0));
  return isDeleted;
}

/** Replaces the secret of an endpoint. All further attempts are signed with the new one. Returns null without endpoint. */
export async function rotateSecret(
  db: ProjectDb,
  id: string,
  { box, ...by }: EndpointContext,
): Promise<{ endpoint: Endpoint; secret: string } | null> {
  const secret = newSigningSecret();
  const changes = { sealed_secret: box.seal(secret), updated_at: by.now };
  const updatedEndpoint = await writeProject(writerOf(db, by), async (tx) => {
    const endpoint = await changeEndpoint(tx.db, id, changes);
    if (endpoint === null) return tx.unchanged(null);
    return tx.stored(
      { action: endpointAction(endpoint, 'rotated'), subject: auditedEndpoint(endpoint) },
      endpoint,
    );
  });
  return updatedEndpoint === null ? null : { endpoint: serializeEndpoint(updatedEndpoint), secret };
}

function serializeOrNull(record: EndpointRecord | null): Endpoint | null {
  return record === null ? null : serializeEndpoint(record);
}
