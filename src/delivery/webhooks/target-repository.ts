import type { Collection } from 'mongodb';
import type { QueueKey } from '../queue/schema.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { webhookEndpoints } from './repository.ts';
import type { EndpointRecord, TargetState } from './schema.ts';

export type TargetRecord = EndpointRecord & { purge: TargetState };

/** Matches the partial filter of the index of targets, so that MongoDB can use it. */
const isTarget = { 'purge.format': { $exists: true } };

/** The batcher works across all projects. */
function all(system: SystemDb): Collection<EndpointRecord> {
  return unscopedRows(system, webhookEndpoints);
}

/** Returns the enabled targets of these projects. */
export async function enabledTargets(
  system: SystemDb,
  projectIds: readonly string[],
): Promise<TargetRecord[]> {
  const targets = await all(system)
    .find({ enabled: true, project_id: { $in: [...projectIds] }, ...isTarget })
    .toArray();
  return targets as TargetRecord[]; // guaranteed by the filter
}

/**
 * Returns a page of the enabled targets of all projects. A page contains all or none of a project's targets.
 * @param after - last project id of the previous page; null for the first page
 * @param limit - must be greater than `purge_targets_max`
 */
export async function enabledTargetsAfter(
  system: SystemDb,
  after: string | null,
  limit: number,
): Promise<{ targets: TargetRecord[]; hasMore: boolean }> {
  const later = after === null ? {} : { project_id: { $gt: after } };
  const targets = (await all(system)
    .find({ enabled: true, ...later, ...isTarget }, { sort: { project_id: 1 }, limit })
    .toArray()) as TargetRecord[]; // guaranteed by the filter
  if (targets.length < limit) return { targets, hasMore: false };
  const lastProjectId = targets.at(-1)?.project_id; // its targets may continue on the next page
  return { targets: targets.filter(({ project_id }) => project_id !== lastProjectId), hasMore: true };
}

/** Returns the targets of the project, oldest first. */
export async function targetsOf(db: ProjectDb): Promise<TargetRecord[]> {
  const targets = await rows(db, webhookEndpoints).find(isTarget, { sort: { _id: 1 } });
  return targets as TargetRecord[]; // guaranteed by the filter
}

export async function findTarget(db: ProjectDb, id: string): Promise<TargetRecord | null> {
  return (await rows(db, webhookEndpoints).findOne({ _id: id, ...isTarget })) as TargetRecord | null;
}

/** Counts the targets of the project, up to `max`. */
export function countTargets(db: ProjectDb, max: number): Promise<number> {
  return rows(db, webhookEndpoints).count(isTarget, max);
}

/** Returns the project id of a target, for the command line, which only has the target's id. */
export async function projectOfTarget(system: SystemDb, id: string): Promise<string | null> {
  const target = await all(system).findOne({ _id: id, ...isTarget }, { projection: { project_id: 1 } });
  return target?.project_id ?? null;
}

/** New values of a target's row by path. */
export type TargetChanges = Partial<Pick<EndpointRecord, 'url' | 'updated_at'>> & Partial<PurgeKeys>;
type PurgeKeys = { [K in keyof TargetState as `purge.${K}`]: TargetState[K] };

/** Returns the changed target, or null if there is none. */
export async function changeTarget(
  db: ProjectDb,
  id: string,
  changes: TargetChanges,
): Promise<TargetRecord | null> {
  const filter = { _id: id, ...isTarget };
  return (await rows(db, webhookEndpoints).findOneAndUpdate(filter, {
    $set: changes,
  })) as TargetRecord | null;
}

/** Moves a target's position. Returns false if another process moved it since the target was read. */
export async function moveTarget(
  system: SystemDb,
  { _id, project_id, purge }: Pick<TargetRecord, '_id' | 'project_id' | 'purge'>,
  to: Partial<Pick<TargetState, 'through' | 'repeats' | 'sent_at'>>,
): Promise<boolean> {
  const result = await all(system).updateOne(
    { _id, project_id, 'purge.through': purge.through, 'purge.sent_at': purge.sent_at },
    { $set: Object.fromEntries(Object.entries(to).map(([key, value]) => [`purge.${key}`, value])) },
  );
  return result.matchedCount === 1;
}

export function queueOf({ _id, project_id }: Pick<TargetRecord, '_id' | 'project_id'>): QueueKey {
  return { endpoint_id: _id, project_id };
}
