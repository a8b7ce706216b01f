import type { Collection } from 'mongodb';
import type { QueueKey } from '../queue/schema.ts';
import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
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

/** Those that receive events; purge targets have the same rows, and questions of their own (target-repository.ts). */
const isWebhook = { purge: { $exists: false } };

/** The sender and the fan-out work for all projects. */
function all(system: SystemDb): Collection<EndpointRecord> {
  return unscopedRows(system, webhookEndpoints);
}

export function insertEndpoint(db: ProjectDb, record: EndpointRecord): Promise<void> {
  return rows(db, webhookEndpoints).insertOne(record);
}

/** Counted to `most` at most. */
export function countEndpoints(db: ProjectDb, most: number): Promise<number> {
  return rows(db, webhookEndpoints).count(isWebhook, most);
}

/** Oldest first. */
export function endpointsOf(db: ProjectDb): Promise<EndpointRecord[]> {
  return rows(db, webhookEndpoints).find(isWebhook, { sort: { _id: 1 } });
}

/** Whatever deliveries go to: a webhook or a purge target. */
export function findEndpoint(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOne({ _id: id });
}

export function findWebhook(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOne({ _id: id, ...isWebhook });
}

/** The project that an endpoint belongs to, for the command line, which has the endpoint's id alone. */
export async function projectOfEndpoint(system: SystemDb, id: string): Promise<string | null> {
  const found = await all(system).findOne({ _id: id, ...isWebhook }, { projection: { project_id: 1 } });
  return found?.project_id ?? null;
}

export function enabledEndpoints(system: SystemDb, projectIds: readonly string[]): Promise<EndpointRecord[]> {
  return all(system)
    .find({ project_id: { $in: [...projectIds] }, enabled: true, ...isWebhook })
    .toArray();
}

/** Answers the endpoint as it is afterwards, or null when there is none. */
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

/** A receiver that answered starts again; null when it had no failure to forget. */
export function forgetFailures(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOneAndUpdate(
    { _id: id, consecutive_failures: { $gt: 0 } },
    { $set: { consecutive_failures: 0 } },
  );
}

/** Counts a failed attempt and disables the endpoint at the last one that it may have, in one step. */
export function countFailure(
  db: ProjectDb,
  id: string,
  { most, now }: { most: number; now: Date },
): Promise<EndpointRecord | null> {
  const failures = { $add: ['$consecutive_failures', 1] };
  const ends = { $and: ['$enabled', { $gte: [failures, most] }] };
  const reason: Endpoint['disabled_reason'] = 'failures';
  return rows(db, webhookEndpoints).findOneAndUpdate({ _id: id }, [
    {
      $set: {
        disabled_reason: { $cond: [ends, reason, '$disabled_reason'] },
        disabled_at: { $cond: [ends, now, '$disabled_at'] },
        enabled: { $cond: [ends, false, '$enabled'] },
        consecutive_failures: failures,
        work_asked: {
          $cond: [
            ends,
            { $add: [{ $ifNull: ['$work_asked', 0] }, 1] },
            { $ifNull: ['$work_asked', '$$REMOVE'] },
          ],
        },
      },
    },
  ]);
}

/** A process that works on a queue is believed to be alive for this long after each step, in milliseconds. */
const workLeaseMs = 30_000;

/** Changes an endpoint in a way that its queue must follow. Answers it as it is afterwards, or null when there is none. */
export function requestWork(
  db: ProjectDb,
  id: string,
  changes: Partial<Omit<EndpointRecord, '_id' | 'project_id' | 'created_at'>>,
): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOneAndUpdate({ _id: id }, { $set: changes, $inc: { work_asked: 1 } });
}

/** Says that all is given up that was queued before a moment; a later moment that was set meanwhile stays. */
export async function endDropping(db: ProjectDb, id: string, before: Date): Promise<void> {
  await rows(db, webhookEndpoints).findOneAndUpdate(
    { _id: id, drop_before: before },
    { $unset: { drop_before: 1 } },
  );
}

/** Endpoints whose queues do not follow them yet, without some. */
export async function endpointsWithWork(system: SystemDb, except: readonly string[]): Promise<QueueKey[]> {
  const filter = { work_asked: { $exists: true }, _id: { $nin: [...except] } };
  const found = await all(system)
    .find(filter, { projection: { project_id: 1 }, limit: 200 })
    .toArray();
  return found.map(({ _id: endpoint_id, project_id }) => ({ endpoint_id, project_id }));
}

const leased = {
  work_until: { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: workLeaseMs } },
};

/** Takes the work on an endpoint's queue. Answers false when another process has it. */
export async function claimWork(
  system: SystemDb,
  { endpoint_id: _id, project_id }: QueueKey,
  claim: string,
): Promise<boolean> {
  const isFree = { $lte: [{ $ifNull: ['$work_until', new Date(0)] }, '$$NOW'] };
  const result = await all(system).updateOne({ _id, project_id, $expr: isFree }, [
    { $set: { work_claim: claim, work_asked: { $ifNull: ['$work_asked', 1] }, ...leased } },
  ]);
  return result.matchedCount === 1;
}

/** The endpoint as it is now, for who still has its work; else null. */
export function renewWork(
  system: SystemDb,
  { endpoint_id: _id, project_id }: QueueKey,
  claim: string,
): Promise<EndpointRecord | null> {
  return all(system).findOneAndUpdate({ _id, project_id, work_claim: claim }, [{ $set: leased }], {
    returnDocument: 'after',
  });
}

/** Says that the queue follows the endpoint. Answers false when more was asked for meanwhile. */
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

/** Lets others have the work. */
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

/** Moves a replay's place on, or ends it with null; a replay that was asked for again meanwhile stays as it is. */
export async function moveReplay(
  db: ProjectDb,
  id: string,
  seen: Replay,
  afterId: string | null,
): Promise<void> {
  await rows(db, webhookEndpoints).findOneAndUpdate(
    { _id: id, 'replay.since': seen.since, 'replay.until': seen.until, 'replay.after_id': seen.after_id },
    afterId === null ? { $unset: { replay: 1 } } : { $set: { 'replay.after_id': afterId } },
  );
}

/** Removes all endpoints of a project that is going. */
export async function deleteEndpoints(db: ProjectDb): Promise<void> {
  await rows(db, webhookEndpoints).deleteMany({});
}
