import type { Collection } from 'mongodb';
import type { QueueKey } from '../queue/schema.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { webhookEndpoints } from './repository.ts';
import type { EndpointRecord, TargetState } from './schema.ts';

/** A row that is a purge target. */
export type TargetRecord = EndpointRecord & { purge: TargetState };

/** In a form that the index of targets covers. */
const isTarget = { 'purge.format': { $exists: true } };

/** The batcher works for all projects. */
function all(system: SystemDb): Collection<EndpointRecord> {
  return unscopedRows(system, webhookEndpoints);
}

/** The enabled targets of these projects. */
export async function enabledTargets(
  system: SystemDb,
  projectIds: readonly string[],
): Promise<TargetRecord[]> {
  const found = await all(system)
    .find({ enabled: true, project_id: { $in: [...projectIds] }, ...isTarget })
    .toArray();
  return found as TargetRecord[]; // by the filter
}

/**
 * A page of the enabled targets of all projects, each project with all of its targets.
 * @param after - the last project of the previous page; null for the first page
 * @param limit - more than one project may have (`purge_targets_max`)
 */
export async function enabledTargetsAfter(
  system: SystemDb,
  after: string | null,
  limit: number,
): Promise<{ targets: TargetRecord[]; hasMore: boolean }> {
  const later = after === null ? {} : { project_id: { $gt: after } };
  const found = (await all(system)
    .find({ enabled: true, ...later, ...isTarget }, { sort: { project_id: 1 }, limit })
    .toArray()) as TargetRecord[]; // by the filter
  if (found.length < limit) return { targets: found, hasMore: false };
  const cut = found.at(-1)?.project_id;
  return { targets: found.filter(({ project_id }) => project_id !== cut), hasMore: true };
}

/** Oldest first. */
export async function targetsOf(db: ProjectDb): Promise<TargetRecord[]> {
  const found = await rows(db, webhookEndpoints).find(isTarget, { sort: { _id: 1 } });
  return found as TargetRecord[]; // by the filter
}

export async function findTarget(db: ProjectDb, id: string): Promise<TargetRecord | null> {
  return (await rows(db, webhookEndpoints).findOne({ _id: id, ...isTarget })) as TargetRecord | null;
}

/** Counted to `most` at most. */
export function countTargets(db: ProjectDb, most: number): Promise<number> {
  return rows(db, webhookEndpoints).count(isTarget, most);
}

/** The project that a target belongs to, for the command line, which has the target's id alone. */
export async function projectOfTarget(system: SystemDb, id: string): Promise<string | null> {
  const found = await all(system).findOne({ _id: id, ...isTarget }, { projection: { project_id: 1 } });
  return found?.project_id ?? null;
}

/** What is set of a target's row. */
export type TargetChanges = Partial<Pick<EndpointRecord, 'url' | 'updated_at'>> & Partial<PurgeKeys>;
type PurgeKeys = { [K in keyof TargetState as `purge.${K}`]: TargetState[K] };

/** Answers the target as it is afterwards, or null when there is none. */
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

/**
 * Changes how far a target has been told, unless another person did since it was read. Answers whether it was changed.
 */
export async function moveTarget(
  system: SystemDb,
  { _id, project_id, purge: seen }: Pick<TargetRecord, '_id' | 'project_id' | 'purge'>,
  to: Partial<Pick<TargetState, 'through' | 'repeats' | 'sent_at'>>,
): Promise<boolean> {
  const result = await all(system).updateOne(
    { _id, project_id, 'purge.through': seen.through, 'purge.sent_at': seen.sent_at },
    { $set: Object.fromEntries(Object.entries(to).map(([key, value]) => [`purge.${key}`, value])) },
  );
  return result.matchedCount === 1;
}

export function queueOf({ _id, project_id }: Pick<TargetRecord, '_id' | 'project_id'>): QueueKey {
  return { endpoint_id: _id, project_id };
}
