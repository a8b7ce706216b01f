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

/** One row for each object, however often it is left behind. */
export async function insertOrphanedObject(
  db: ProjectDb,
  { _id, ...rest }: OrphanedObjectRecord,
): Promise<void> {
  await rows(db, orphanedObjects).updateOne({ _id }, { $set: rest }, true);
}

/** A row with the project that it belongs to, as only the sweep of all projects sees it. */
export type OwnedOrphanedObject = OrphanedObjectRecord & { project_id: string };

/** Of all projects, by their dates; `after` is the row behind which the page begins. */
export function findDueOrphanedObjects(
  system: SystemDb,
  now: Date,
  { after, limit }: { after: OrphanedObjectRecord | undefined; limit: number },
): Promise<OwnedOrphanedObject[]> {
  const behind =
    after === undefined
      ? {}
      : { $or: [{ due_at: { $gt: after.due_at } }, { due_at: after.due_at, _id: { $gt: after._id } }] };
  return unscopedRows(system, orphanedObjects as CollectionSpec<OwnedOrphanedObject>)
    .find({ due_at: { $lte: now }, ...behind }, { sort: { due_at: 1, _id: 1 }, limit })
    .toArray();
}

/** The object was removed: once more at its end, or it is forgotten. */
export async function noteRemoval(
  db: ProjectDb,
  { _id, until }: OrphanedObjectRecord,
  now: Date,
): Promise<void> {
  if (until <= now) await rows(db, orphanedObjects).deleteOne({ _id });
  else await rows(db, orphanedObjects).updateOne({ _id }, { $set: { due_at: until } });
}
