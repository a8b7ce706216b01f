import type { Actor } from '../contract/actor.ts';
import { newId } from '../contract/ids.ts';
import { defaultProjectLimits } from '../contract/limits.ts';
import { writerOf } from '../events/service.ts';
import { checkRoom } from '../limits/service.ts';
import type { Bounds } from '../platform/bounds.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import type { SealedBox } from '../platform/sealed-box.ts';
import { transact } from '../platform/transact.ts';
import { queueWork } from './queue-work.ts';
import {
  askForWork,
  changeEndpoint,
  countEndpoints,
  endpointsOf,
  findWebhook,
  insertEndpoint,
  removeEndpoint,
} from './repository.ts';
import type { CreateEndpoint, Endpoint, EndpointRecord, UpdateEndpoint } from './schema.ts';
import { serializeEndpoint } from './serialize.ts';
import { newSigningSecret } from './signature.ts';
import { checkPatterns, checkUrl } from './subscriptions.ts';

export { listDeliveries, readDelivery } from '../deliveries/service.ts';
export { unwellEndpoints } from './health.ts';
export { reconcile } from './reconcile.ts';
export { replayOne, replaySince } from './replay.ts';
export { projectOfEndpoint } from './repository.ts';
export {
  changeTarget,
  countTargets,
  enabledTargets,
  findTarget,
  moveTarget,
  projectOfTarget,
  queueOf as queueOfTarget,
  type TargetChanges,
  type TargetRecord,
  targetsOf,
} from './target-repository.ts';
export { insertEndpoint, removeEndpoint } from './repository.ts';
export { healthOf } from './health.ts';
export { newSigningSecret } from './signature.ts';
export { checkUrl } from './subscriptions.ts';
export { sendOnce } from './request.ts';
export { sendTest } from './test-event.ts';

/** What an endpoint is made with; the limits are the defaults unless the caller passes the operator's. */
interface EndpointContext {
  now: Date;
  actor: Actor;
  box: Pick<SealedBox, 'seal'>;
  bounds?: Pick<Bounds, 'perProject'>;
}

/**
 * Makes an endpoint. Its signing secret is in the answer and can be read nowhere afterwards.
 * @throws invalid_field_value (url, events), limit_reached
 */
export async function createEndpoint(
  db: ProjectDb,
  input: CreateEndpoint,
  { now, actor, box, bounds = { perProject: defaultProjectLimits } }: EndpointContext,
): Promise<{ endpoint: Endpoint; secret: string }> {
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
  await transact(writerOf(db, { now, actor }), async (inside) => {
    await checkRoom(bounds.perProject, 'webhook_endpoints_per_project_max', (most) =>
      countEndpoints(inside.db, most),
    );
    await insertEndpoint(inside.db, record);
    return inside.stored();
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
 * Changes address, subscriptions or whether tags are sent; what is queued goes to the new address as it is. Null when there is no such endpoint.
 * @throws invalid_field_value (url, events)
 */
export async function updateEndpoint(
  db: ProjectDb,
  id: string,
  { url, events, with_tags }: UpdateEndpoint,
  now: Date,
): Promise<Endpoint | null> {
  const changes = {
    ...(url === undefined ? {} : { url: checkUrl(url) }),
    ...(events === undefined ? {} : { events: checkPatterns(events) }),
    ...(with_tags === undefined ? {} : { with_tags }),
    updated_at: now,
  };
  return serializedEndpoint(await changeEndpoint(db, id, changes));
}

/**
 * Stops deliveries at once: what is queued is held, new events make none (specification: disabled-endpoints). A long queue is still
 * being moved when this answers.
 */
export function disableEndpoint(db: ProjectDb, id: string, now: Date): Promise<Endpoint | null> {
  const set = { enabled: false, disabled_reason: 'manual', disabled_at: now, updated_at: now } as const;
  return switchEndpoint(db, id, set, now);
}

/**
 * Starts deliveries again with the count of failures at zero; what was held is sent, oldest first, or dropped. A long
 * queue is still being moved when this answers; nothing that is to be dropped is sent meanwhile.
 */
export function enableEndpoint(
  db: ProjectDb,
  id: string,
  { now, held }: { now: Date; held: 'send' | 'drop' },
): Promise<Endpoint | null> {
  const set = { enabled: true, consecutive_failures: 0, disabled_reason: null, disabled_at: null };
  const dropping = held === 'drop' ? { drop_before: now } : {};
  return switchEndpoint(db, id, { ...set, updated_at: now, ...dropping }, now);
}

async function switchEndpoint(
  db: ProjectDb,
  id: string,
  set: Partial<EndpointRecord>,
  now: Date,
): Promise<Endpoint | null> {
  const changed = await askForWork(db, id, set);
  if (changed !== null) await queueWork(db.system).settle(queueOf(changed), now);
  return serializedEndpoint(changed);
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
export async function deleteEndpoint(db: ProjectDb, id: string): Promise<boolean> {
  const removed = await removeEndpoint(db, id);
  if (removed) await queueWork(db.system).settle({ project_id: db.projectId, endpoint_id: id }, new Date(0));
  return removed;
}

/** Gives an endpoint a new secret; attempts from now on are signed with it, the old one is void. */
export async function rotateSecret(
  db: ProjectDb,
  id: string,
  { now, box }: { now: Date; box: Pick<SealedBox, 'seal'> },
): Promise<{ endpoint: Endpoint; secret: string } | null> {
  const secret = newSigningSecret();
  const changed = await changeEndpoint(db, id, { sealed_secret: box.seal(secret), updated_at: now });
  return changed === null ? null : { endpoint: serializeEndpoint(changed), secret };
}

function serializedEndpoint(record: EndpointRecord | null): Endpoint | null {
  return record === null ? null : serializeEndpoint(record);
}

function queueOf({ _id, project_id }: EndpointRecord): { endpoint_id: string; project_id: string } {
  return { endpoint_id: _id, project_id };
}
