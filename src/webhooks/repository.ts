import type { Collection } from 'mongodb';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import type { Endpoint, EndpointRecord } from './schema.ts';

export const webhookEndpoints = projectCollection<EndpointRecord>('webhook_endpoints', [
  { key: { project_id: 1, _id: 1 } },
]);

/** The sender and the fan-out work for all projects. */
function all(system: SystemDb): Collection<EndpointRecord> {
  return allRows(system, webhookEndpoints);
}

export function insertEndpoint(db: ProjectDb, record: EndpointRecord): Promise<void> {
  return rows(db, webhookEndpoints).insertOne(record);
}

/** Counted to `most` at most. */
export function countEndpoints(db: ProjectDb, most: number): Promise<number> {
  return rows(db, webhookEndpoints).count({}, most);
}

/** Oldest first. */
export function endpointsOf(db: ProjectDb): Promise<EndpointRecord[]> {
  return rows(db, webhookEndpoints).find({}, { sort: { _id: 1 } });
}

export function findEndpoint(db: ProjectDb, id: string): Promise<EndpointRecord | null> {
  return rows(db, webhookEndpoints).findOne({ _id: id });
}

/** The project that an endpoint belongs to; asked by the command line, which knows the endpoint's id alone. */
export async function projectOfEndpoint(system: SystemDb, id: string): Promise<string | null> {
  const found = await all(system).findOne({ _id: id }, { projection: { project_id: 1 } });
  return found?.project_id ?? null;
}

export function enabledEndpoints(system: SystemDb, projectIds: readonly string[]): Promise<EndpointRecord[]> {
  return all(system)
    .find({ project_id: { $in: [...projectIds] }, enabled: true })
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

/** A receiver that answered starts anew; null when it had no failure to forget. */
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
      },
    },
  ]);
}
