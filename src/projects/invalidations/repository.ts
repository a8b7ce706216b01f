import { firstIdAt } from '../../contract/ids.ts';
import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { InvalidationRecord, InvalidationPosition } from './schema.ts';

/** Changes without events, and manual invalidations. Changes with events have their tags on the first event. */
export const invalidations = {
  ...projectCollection<InvalidationRecord>('invalidations', [
    { key: { project_id: 1, project_revision: 1, hand: 1 }, unique: true },
  ]),
  replacedIndexes: ['project_id_1_project_revision_1'],
};

export function insertInvalidation(db: ProjectDb, record: InvalidationRecord): Promise<void> {
  return rows(db, invalidations).insertOne(record);
}

/** Rows after a position and up to a revision, in order; only those since `from` if it is given. */
export function invalidationsAfter(
  db: ProjectDb,
  { after, upTo, from }: { after: InvalidationPosition; upTo: number; from: Date | null },
  limit: number,
): Promise<InvalidationRecord[]> {
  const { revision, hand } = after;
  const later = { project_revision: { $gt: revision, $lte: upTo } };
  return rows(db, invalidations).find(
    {
      $or: [later, { project_revision: revision, hand: { $gt: hand } }],
      ...(from === null ? {} : { created_at: { $gte: from } }),
    },
    { sort: { project_revision: 1, hand: 1 }, limit },
  );
}

/** Rows of changes at these revisions, without manual invalidations. */
export function invalidationsAt(db: ProjectDb, revisions: readonly number[]): Promise<InvalidationRecord[]> {
  return rows(db, invalidations).find({
    project_revision: { $in: [...revisions] },
    hand: { $exists: false },
  });
}

/** The last rows, newest first; only those before a position if it is given. */
export function invalidationsBefore(
  db: ProjectDb,
  before: InvalidationPosition | null,
  limit: number,
): Promise<InvalidationRecord[]> {
  const options = { sort: { project_revision: -1, hand: -1 }, limit } as const;
  if (before === null) return rows(db, invalidations).find({}, options);
  const earlier = { project_revision: { $lt: before.revision } };
  const sameRevision = {
    project_revision: before.revision,
    $or: [{ hand: { $lt: before.hand } }, ...(before.hand > 0 ? [{ hand: { $exists: false } }] : [])],
  };
  return rows(db, invalidations).find({ $or: [earlier, sameRevision] }, options);
}

/** The last position of each project among the rows before a time. */
export function newestBefore(
  system: SystemDb,
  before: Date,
): Promise<({ _id: string } & InvalidationPosition)[]> {
  const position = { revision: '$project_revision', hand: { $ifNull: ['$hand', 0] } };
  return unscopedRows(system, invalidations)
    .aggregate<{ _id: string } & InvalidationPosition>([
      { $match: { _id: { $lt: firstIdAt('invalidation', before) } } },
      { $group: { _id: '$project_id', last: { $max: position } } }, // compared key by key
      { $project: { revision: '$last.revision', hand: '$last.hand' } },
    ])
    .toArray();
}

export async function removeBefore(
  system: SystemDb,
  before: Date,
  exceptProjects: readonly string[],
): Promise<number> {
  const except = exceptProjects.length === 0 ? {} : { project_id: { $nin: [...exceptProjects] } };
  const filter = { _id: { $lt: firstIdAt('invalidation', before) }, ...except };
  return (await unscopedRows(system, invalidations).deleteMany(filter)).deletedCount;
}
