import { firstIdAt } from '../contract/ids.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { unscopedRows } from '../platform/mongo/unscoped.ts';
import type { InvalidationRecord } from './schema.ts';

export const invalidations = projectCollection<InvalidationRecord>('invalidations', [
  { key: { project_id: 1, project_revision: 1 }, unique: true },
]);

export function insertInvalidation(db: ProjectDb, record: InvalidationRecord): Promise<void> {
  return rows(db, invalidations).insertOne(record);
}

/** What the changes after one revision and up to another told, in their order, as long as `takes` says so. */
export function eachBetween(
  db: ProjectDb,
  { after, upTo, from }: { after: number; upTo: number; from: Date | null },
  takes: (record: InvalidationRecord) => Promise<boolean>,
): Promise<boolean> {
  const since = from === null ? {} : { created_at: { $gte: from } };
  return rows(db, invalidations).findWhile(
    { project_revision: { $gt: after, $lte: upTo }, ...since },
    { sort: { project_revision: 1 } },
    takes,
  );
}

/** Of those made before a moment: the newest revision of each project. */
export function newestBefore(system: SystemDb, before: Date): Promise<{ _id: string; revision: number }[]> {
  return unscopedRows(system, invalidations)
    .aggregate<{ _id: string; revision: number }>([
      { $match: { _id: { $lt: firstIdAt('invalidation', before) } } },
      { $group: { _id: '$project_id', revision: { $max: '$project_revision' } } },
    ])
    .toArray();
}

export async function removeBefore(system: SystemDb, before: Date): Promise<number> {
  const old = { _id: { $lt: firstIdAt('invalidation', before) } };
  return (await unscopedRows(system, invalidations).deleteMany(old)).deletedCount;
}
