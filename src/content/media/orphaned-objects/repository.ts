import {
  type CollectionSpec,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import type { OrphanedObjectRecord } from '../schema.ts';

export const orphanedObjects = projectCollection<OrphanedObjectRecord>('media_leftovers', [
  { key: { due_at: 1 }, name: 'due' },
  { key: { project_id: 1 } },
]);

/** Stores one row for an object, even if it is orphaned several times. */
export async function insertOrphanedObject(
  db: ProjectDb,
  { _id, ...rest }: OrphanedObjectRecord,
): Promise<void> {
  await rows(db, orphanedObjects).updateOne({ _id }, { $set: rest }, true);
}

/** Cancels the removal of an object. */
export async function deleteOrphanedObject(db: ProjectDb, key: string): Promise<void> {
  await rows(db, orphanedObjects).deleteOne({ _id: key });
}

/** Whether an object still has to be removed. */
export async function isOrphaned(db: ProjectDb, { _id }: OrphanedObjectRecord): Promise<boolean> {
  return (await rows(db, orphanedObjects).findOne({ _id })) !== null;
}

/** A row with its project id, which only the sweep of all projects reads. */
export type OwnedOrphanedObject = OrphanedObjectRecord & { project_id: string };

/** Returns due rows of all projects, sorted by due date; the page starts after the row `after`. */
export function findDueOrphanedObjects(
  system: SystemDb,
  now: Date,
  { after, limit }: { after: OrphanedObjectRecord | undefined; limit: number },
): Promise<OwnedOrphanedObject[]> {
  const afterRow =
    after === undefined
      ? {}
      : { $or: [{ due_at: { $gt: after.due_at } }, { due_at: after.due_at, _id: { $gt: after._id } }] };
  return unscopedRows(system, orphanedObjects as CollectionSpec<OwnedOrphanedObject>)
    .find({ due_at: { $lte: now }, ...afterRow }, { sort: { due_at: 1, _id: 1 }, limit })
    .toArray();
}

/** Records that the object was removed: deletes the row, or schedules a second removal at `until`. */
export async function recordRemoval(
  db: ProjectDb,
  { _id, until }: OrphanedObjectRecord,
  now: Date,
): Promise<void> {
  if (until <= now) await rows(db, orphanedObjects).deleteOne({ _id });
  else await rows(db, orphanedObjects).updateOne({ _id }, { $set: { due_at: until } });
}
