import type { Collection } from 'mongodb';
import type { QueueKey } from '../queue/schema.ts';
import type { SecretRenewer } from '../../core/context/index.ts';
import type { DueRows } from '../../core/jobs/index.ts';
import { projectCollection, type ProjectDb, renewSealed, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { Endpoint, EndpointRecord, Replay } from './schema.ts';

export const webhookEndpoints = projectCollection<EndpointRecord>('webhook_endpoints', [
  { key: { project_id: 1, _id: 1 } },
  { key: { work_asked: 1 }, partialFilterExpression: { work_asked: { $exists: true } } },
  {
    name: 'targets',
    key: { enabled: 1, project_id: 1 },
    partialFilterExpression: { 'purge.format': { $exists: true } },
  },
]);

/** Excludes purge targets, which have the same rows and their own queries (target-repository.ts). */
const isWebhook = { purge: { $exists: false } };

/** The sender and the fan-out work across all projects. */
function all(system: SystemDb): Collection<EndpointRecord> {
  return unscopedRows(system, webhookEndpoints);
}

/** Encrypts signing secrets of webhooks and tokens of purge targets again. */
export const renewEndpointSecrets: SecretRenewer = async (system, renew) =>
  (await renewSealed(all(system), 'sealed_secret', renew)) +
  (await renewSealed(all(system), 'purge.sealed_token', renew));

export function insertEndpoint(db: ProjectDb, record: EndpointRecord): Promise<void> {
  return rows(db, webhookEndpoints).insertOne(record);
}

/** Counts the webhooks of the project, up to `max`. */
export function countEndpoints(db: ProjectDb, max: number): Promise<number> {
  return rows(db, webhookEndpoints).count(isWebhook, max);
}

/** Returns the webhooks of the project, oldest first. */
export function endpointsOf(db: ProjectDb): Promise<EndpointRecord[]> {
  return rows(db, webhookEndpoints).find(isWebhook, { sort: { _id: 1 } });
}

/** Returns a webhook or a purge target. */
export function findEndpoint(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOne({ _id: id });
}

export function findWebhook(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOne({ _id: id, ...isWebhook });
}

/** Returns the project id of an endpoint, for the command line, which only has the endpoint's id. */
export async function projectOfEndpoint(system: SystemDb, id: string): Promise<string | null> {
  const endpoint = await all(system).findOne({ _id: id, ...isWebhook }, { projection: { project_id: 1 } });
  return endpoint?.project_id ?? null;
}

export function enabledEndpoints(system: SystemDb, projectIds: readonly string[]): Promise<EndpointRecord[]> {
  return all(system)
    .find({ project_id: { $in: [...projectIds] }, enabled: true, ...isWebhook })
    .toArray();
}

/** Returns the changed endpoint, or null if there is none. */
export function changeEndpoint(
  db: ProjectDb,
  id: string,
  changes: Partial<Omit<EndpointRecord, '_id' | 'project_id' | 'created_at'>>,
): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOneAndUpdate({ _id: id }, { $set: changes });
}

export function removeEndpoint(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, webhookEndpoints).deleteOne({ _id: id });
}

/** Sets the failure count to 0 after a success. Returns null if it was 0. */
export function resetFailures(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOneAndUpdate(
    { _id: id, consecutive_failures: { $gt: 0 } },
    { $set: { consecutive_failures: 0 } },
  );
}

/** Counts a failed attempt, and disables the endpoint at `max` failures, in one update. */
export function countFailure(
  db: ProjectDb,
  id: string,
  { max, now }: { max: number; now: Date },
): Promise<EndpointRecord | null> {
  const failures = { $add: ['$consecutive_failures', 1] };
  const isDisabled = { $and: ['$enabled', { $gte: [failures, max] }] };
  const reason: Endpoint['disabled_reason'] = 'failures';
  return rows(db, webhookEndpoints).findOneAndUpdate({ _id: id }, [
    {
      $set: {
        disabled_reason: { $cond: [isDisabled, reason, '$disabled_reason'] },
        disabled_at: { $cond: [isDisabled, now, '$disabled_at'] },
        enabled: { $cond: [isDisabled, false, '$enabled'] },
        consecutive_failures: failures,
        work_asked: {
          $cond: [
            isDisabled,
            { $add: [{ $ifNull: ['$work_asked', 0] }, 1] },
            { $ifNull: ['$work_asked', '$$REMOVE'] },
          ],
        },
      },
    },
  ]);
}

/** The claim of a process that works on a queue expires this many milliseconds after its last step. */
const workLeaseMs = 30_000;

/** Changes an endpoint and requests the update of its queue. Returns the changed endpoint, or null if there is none. */
export function requestWork(
  db: ProjectDb,
  id: string,
  changes: Partial<Omit<EndpointRecord, '_id' | 'project_id' | 'created_at'>>,
): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOneAndUpdate({ _id: id }, { $set: changes, $inc: { work_asked: 1 } });
}

/** Marks dropping as finished for deliveries queued up to `before`. A later `drop_before` that was set meanwhile stays. */
export async function endDropping(db: ProjectDb, id: string, before: Date): Promise<void> {
  await rows(db, webhookEndpoints).findOneAndUpdate(
    { _id: id, drop_before: before },
    { $unset: { drop_before: 1 } },
  );
}

const isUnclaimed = { $expr: { $lte: [{ $ifNull: ['$work_until', new Date(0)] }, '$$NOW'] } };

/** Endpoints whose queues have not been updated and that no process is updating. */
export const abandonedWorkRows: readonly DueRows[] = [
  { collection: webhookEndpoints.name, filter: () => ({ work_asked: { $exists: true }, ...isUnclaimed }) },
];

/** Returns endpoints whose queues have not been updated yet, without those in `except`. */
export async function endpointsWithWork(system: SystemDb, except: readonly string[]): Promise<QueueKey[]> {
  const filter = { work_asked: { $exists: true }, _id: { $nin: [...except] } };
  const endpoints = await all(system)
    .find(filter, { projection: { project_id: 1 }, limit: 200 })
    .toArray();
  return endpoints.map(({ _id: endpoint_id, project_id }) => ({ endpoint_id, project_id }));
}

const leaseUpdate = {
  work_until: { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: workLeaseMs } },
};

/** Claims the work on an endpoint's queue. Returns false if another process has the claim. */
export async function claimWork(
  system: SystemDb,
  { endpoint_id: _id, project_id }: QueueKey,
  claim: string,
): Promise<boolean> {
  const result = await all(system).updateOne({ _id, project_id, ...isUnclaimed }, [
    { $set: { work_claim: claim, work_asked: { $ifNull: ['$work_asked', 1] }, ...leaseUpdate } },
  ]);
  return result.matchedCount === 1;
}

/** Renews a claim and returns the current endpoint, or null if the claim was lost. */
export function renewWork(
  system: SystemDb,
  { endpoint_id: _id, project_id }: QueueKey,
  claim: string,
): Promise<EndpointRecord | null> {
  return all(system).findOneAndUpdate({ _id, project_id, work_claim: claim }, [{ $set: leaseUpdate }], {
    returnDocument: 'after',
  });
}

/** Marks the work on a queue as finished. Returns false if more work was requested meanwhile. */
export async function finishWork(
  system: SystemDb,
  { _id, project_id, work_asked = 0 }: EndpointRecord,
  claim: string,
): Promise<boolean> {
  const result = await all(system).updateOne(
    { _id, project_id, work_claim: claim, work_asked },
    { $unset: { work_asked: 1, work_claim: 1, work_until: 1 } },
  );
  return result.matchedCount === 1;
}

/** Releases a claim, so that another process can continue the work. */
export async function releaseWork(
  system: SystemDb,
  { endpoint_id: _id, project_id }: QueueKey,
  claim: string,
): Promise<void> {
  await all(system).updateOne(
    { _id, project_id, work_claim: claim },
    { $unset: { work_claim: 1, work_until: 1 } },
  );
}

/** Advances a replay to `afterId`, or ends it with null. A replay that was requested again meanwhile is not changed. */
export async function moveReplay(
  db: ProjectDb,
  id: string,
  replay: Replay,
  afterId: string | null,
): Promise<void> {
  await rows(db, webhookEndpoints).findOneAndUpdate(
    {
      _id: id,
      'replay.since': replay.since,
      'replay.until': replay.until,
      'replay.after_id': replay.after_id,
    },
    afterId === null ? { $unset: { replay: 1 } } : { $set: { 'replay.after_id': afterId } },
  );
}

/** Deletes all endpoints of a project that is being deleted. */
export async function deleteEndpoints(db: ProjectDb): Promise<void> {
  await rows(db, webhookEndpoints).deleteMany({});
}
