import type { ProjectDb } from '../scope/handle.ts';
import { databaseOf } from '../connection/database.ts';

/** Rows deleted in one command, so that other commands can run in between. */
const batchSize = 1_000;

/** Deletes one batch of a project's rows in all releases. Returns how many; 0 if none are left. */
export async function removeBatch({ system, keys }: ProjectDb, collection: string): Promise<number> {
  const opened = databaseOf(system).collection(collection);
  const scope = { project_id: keys['project_id'] };
  const batch = await opened.find(scope, { limit: batchSize, projection: { _id: 1 } }).toArray();
  if (batch.length === 0) return 0;
  return (await opened.deleteMany({ ...scope, _id: { $in: batch.map(({ _id }) => _id) } })).deletedCount;
}

/** Returns whether a collection has rows of the project in any release. */
export async function hasRows({ system, keys }: ProjectDb, collection: string): Promise<boolean> {
  const scope = { project_id: keys['project_id'] };
  return (
    (await databaseOf(system)
      .collection(collection)
      .findOne(scope, { projection: { _id: 1 } })) !== null
  );
}
