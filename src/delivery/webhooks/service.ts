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

/** The actor who makes an endpoint, and the box that seals its secret. */
type EndpointContext = WriteSource & { box: Pick<SealedBox, 'seal'> };

/**
 * Makes an endpoint. Its signing secret is in the answer and can be read nowhere afterwards.
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
    await checkProjectLimit(bounds.perProject, 'webhook_endpoints_per_project_max', (most) =>
      countEndpoints(tx.db, most),
    );
    await insertEndpoint(tx.db, record);
    const detail = { events: record.events, url_host: hostOf(record.url) };
    return tx.stored({ action: 'webhook.created', subject: auditedEndpoint(record), detail });
  });
  return { endpoint: serializeEndpoint(record), secret };
}

/** All endpoints of a project, oldest first. */
export async function listEndpoints(db: ProjectDb): Promise<Endpoint[]> {
  return (await endpointsOf(db)).map(serializeEndpoint);
}

/** One endpoint of the project, or null. */
export async function readEndpoint(db: ProjectDb, id: string): Promise<Endpoint | null> {
  return serializedEndpoint(await findWebhook(db, id));
}

/**
 * Changes address, subscriptions, whether tags are sent and whether it is enabled; what is queued goes to the new address
 * as it is. Null when there is no such endpoint.
 * @throws invalid_field_value (url, events)
 */
export async function updateEndpoint(
  db: ProjectDb,
  id: string,
  { url, events, with_tags, enabled, held = 'send' }: UpdateEndpoint & Partial<EnabledState>,
  by: WriteSource,
): Promise<Endpoint | null> {
  const changes = {
    ...(url === undefined ? {} : { url: checkUrl(url) }),
    ...(events === undefined ? {} : { events: checkPatterns(events) }),
    ...(with_tags === undefined ? {} : { with_tags }),
  };
  const changed = await storeEndpoint(db, id, {
    by,
    changes,
    store: (tx) => changeEndpoint(tx, id, { ...changes, updated_at: by.now }),
    ...(enabled === undefined ? {} : { switched: { enabled, held } }),
  });
  return serializedEndpoint(changed);
}

/**
 * Stops deliveries at once: what is queued is held, new events make none (specification: disabled-endpoints). A long queue is still
 * being moved when this answers.
 */
export function disableEndpoint(db: ProjectDb, id: string, by: WriteSource): Promise<Endpoint | null> {
  return updateEndpoint(db, id, { enabled: false }, by);
}

/**
 * Starts deliveries again with the count of failures at zero; what was held is sent, oldest first, or dropped. A long
 * queue is still being moved when this answers; nothing that is to be dropped is sent meanwhile.
 */
export function enableEndpoint(
  db: ProjectDb,
  id: string,
  { held, ...by }: WriteSource & { held: 'send' | 'drop' },
): Promise<Endpoint | null> {
  return updateEndpoint(db, id, { enabled: true, held }, by);
}

/** Waits until the queues follow what was decided in this process: for who ends right after. */
export function queuesSettled(system: SystemDb): Promise<void> {
  return queueWork(system).done();
}

/** Takes up work on queues that others left. */
export function settleQueues(system: SystemDb, now: Date): Promise<void> {
  return queueWork(system).sweep(now);
}

/** Leaves what is not done to others. */
export function stopQueueWork(system: SystemDb): Promise<void> {
  return queueWork(system).stop();
}

/** Removes an endpoint with its queue and its history. Answers whether there was one. */
export async function deleteEndpoint(db: ProjectDb, id: string, by: WriteSource): Promise<boolean> {
  const removed = await writeProject(writerOf(db, by), async (tx) => {
    const endpoint = await findEndpoint(tx.db, id);
    if (endpoint === null || !(await removeEndpoint(tx.db, id))) return tx.unchanged(false);
    return tx.stored(
      { action: endpointAction(endpoint, 'deleted'), subject: auditedEndpoint(endpoint) },
      true,
    );
  });
  if (removed) await queueWork(db.system).settle({ project_id: db.projectId, endpoint_id: id }, new Date(0));
  return removed;
}

/** Gives an endpoint a new secret; attempts from now on are signed with it, the old one is void. */
export async function rotateSecret(
  db: ProjectDb,
  id: string,
  { box, ...by }: EndpointContext,
): Promise<{ endpoint: Endpoint; secret: string } | null> {
  const secret = newSigningSecret();
  const changes = { sealed_secret: box.seal(secret), updated_at: by.now };
  const changed = await writeProject(writerOf(db, by), async (tx) => {
    const endpoint = await changeEndpoint(tx.db, id, changes);
    if (endpoint === null) return tx.unchanged(null);
    return tx.stored(
      { action: endpointAction(endpoint, 'rotated'), subject: auditedEndpoint(endpoint) },
      endpoint,
    );
  });
  return changed === null ? null : { endpoint: serializeEndpoint(changed), secret };
}

function serializedEndpoint(record: EndpointRecord | null): Endpoint | null {
  return record === null ? null : serializeEndpoint(record);
}
