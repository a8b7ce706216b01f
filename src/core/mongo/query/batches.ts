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

/** The rows of a project in one collection, and the bytes of their documents. */
export interface RowsSize {
  rows: number;
  bytes: number;
  /** Whether the bytes are the average of the first rows times the number of rows. */
  isEstimated: boolean;
}

/** Rows that are read to measure a collection. Beyond them only an index is read. */
const measuredRowsMax = 2_000;
/** Database time for each of the two reads, in milliseconds. */
const measureTimeMs = 10_000;

/** Measures the rows of a project in a collection, in all releases. */
export async function measureRows({ system, keys }: ProjectDb, collection: string): Promise<RowsSize> {
  const opened = databaseOf(system).collection(collection);
  const scope = { project_id: keys['project_id'] };
  const sums = { _id: null, rows: { $sum: 1 }, bytes: { $sum: { $bsonSize: '$$ROOT' } } };
  const stages = [{ $match: scope }, { $limit: measuredRowsMax }, { $group: sums }];
  const options = { maxTimeMS: measureTimeMs };
  const [first] = await opened.aggregate<{ rows: number; bytes: number }>(stages, options).toArray();
  const { rows = 0, bytes = 0 } = first ?? {};
  if (rows < measuredRowsMax) return { rows, bytes, isEstimated: false };
  const count = await opened.countDocuments(scope, options);
  return { rows: count, bytes: Math.round((bytes / rows) * count), isEstimated: count > rows };
}
