import { dayMs } from '../../contract/time.ts';
import {
  failedOperations,
  projectCollection,
  type ProjectDb,
  retryUpsert,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { CollectionSize, StoredSize, UsageCounts, UsageDayRecord } from './schema.ts';

/** The current month and the twelve before it have at most 397 days. */
const storedDays = 400;

export const usageDays = projectCollection<UsageDayRecord>('usage_days', [
  { key: { project_id: 1, at: 1 } },
  {
    key: { project_id: 1, 'storage.measured_at': 1 },
    name: 'newest_measurement',
    partialFilterExpression: { 'storage.collections': { $exists: true } },
  },
  { key: { at: 1 }, expireAfterSeconds: (storedDays * dayMs) / 1_000 },
]);

/** Counts of one project on one day that are not stored yet. */
export interface DayCounts {
  projectId: string;
  at: Date;
  counts: UsageCounts;
}

/** Only the newest measurement of a project contains its collections. */
const isNewest = { 'storage.collections': { $exists: true } } as const;

function rowId(projectId: string, at: Date): string {
  return `${projectId}/${at.toISOString().slice(0, 10)}`;
}

/**
 * Adds counts to the rows of their days, in one command.
 * @returns the counts that were not stored, such as those of a row that another process inserted at the same time
 */
export async function addCounts(system: SystemDb, days: readonly DayCounts[]): Promise<DayCounts[]> {
  const operations = days.map(({ projectId, at, counts }) => ({
    updateOne: {
      filter: { _id: rowId(projectId, at), project_id: projectId },
      update: { $inc: counts, $setOnInsert: { at } },
      upsert: true,
    },
  }));
  try {
    await unscopedRows(system, usageDays).bulkWrite(operations, { ordered: false });
    return [];
  } catch (error) {
    const failed = failedOperations(error);
    return days.filter((_, i) => failed.has(i));
  }
}

/** Stores the measurement of a day. Only the newest one of a project contains its collections. */
export async function storeSize(db: ProjectDb, at: Date, storage: StoredSize): Promise<void> {
  const filter = { _id: rowId(db.projectId, at) };
  await retryUpsert(() =>
    rows(db, usageDays).updateOne(filter, { $set: { storage }, $setOnInsert: { at } }, true),
  );
  await rows(db, usageDays).updateMany(
    { at: { $lt: at }, 'storage.collections': { $exists: true } },
    { $unset: { 'storage.collections': '' } },
  );
}

/** Returns the sizes of a project's collections in the newest measurement. */
export async function readLastSizes(db: ProjectDb): Promise<CollectionSize[]> {
  const options = { projection: { 'storage.collections': 1 } } as const;
  return (await rows(db, usageDays).findOne(isNewest, options))?.storage?.collections ?? [];
}

/** Notes that the job measured a project on a day and logged its warnings. */
export async function markChecked(db: ProjectDb, at: Date, checkedAt: Date): Promise<void> {
  await rows(db, usageDays).updateOne({ _id: rowId(db.projectId, at) }, { $set: { checked_at: checkedAt } });
}

/** Returns the ids of the projects that the job checked on a day. */
export async function checkedProjects(system: SystemDb, at: Date): Promise<Set<string>> {
  const checkedRows = await unscopedRows(system, usageDays)
    .find({ at, checked_at: { $exists: true } }, { projection: { project_id: 1 } })
    .toArray();
  return new Set(checkedRows.map(({ project_id }) => project_id));
}

/** Returns the days of a project from `since` on, oldest first. */
export function readDays(db: ProjectDb, since: Date): Promise<UsageDayRecord[]> {
  return rows(db, usageDays).find({ at: { $gte: since } }, { sort: { at: 1 }, limit: storedDays });
}

/** Returns the days of several projects from `since` on and their newest measurements, oldest first, without collections. */
export function readDaysOf(
  system: SystemDb,
  projectIds: readonly string[],
  since: Date,
): Promise<UsageDayRecord[]> {
  const filter = { project_id: { $in: [...projectIds] }, $or: [{ at: { $gte: since } }, isNewest] };
  const options = { projection: { 'storage.collections': 0 }, sort: { at: 1 }, maxTimeMS: 2_000 } as const;
  return unscopedRows(system, usageDays).find(filter, options).toArray();
}
