import type { RejectionCounts } from '../../../contract/errors/refusals.ts';
import { dayMs } from '../../../contract/time.ts';
import { projectCollection, type ProjectDb, retryUpsert } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { RejectionRecord } from './schema.ts';

const storedDays = 90;

/** Rejected sign-ins of the installation, and rejections by role, scope or step-up of each project. */
export const rejections = projectCollection<RejectionRecord>('sign_in_refusals', [
  { key: { project_id: 1, at: -1, _id: 1 } },
  { key: { at: 1 }, expireAfterSeconds: (storedDays * dayMs) / 1_000 },
]);

/** Returns which of these ids are stored already. */
export async function storedIds(db: ProjectDb, ids: readonly string[]): Promise<Set<string>> {
  const records = await rows(db, rejections).find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
  return new Set(records.map(({ _id }) => _id));
}

/**
 * Reserves new rows of a window, at most `max` over all processes.
 * @returns how many rows the caller may insert
 */
export async function reserveRows(
  db: ProjectDb,
  { _id, at }: Pick<RejectionRecord, '_id' | 'at'>,
  { count, max: most }: { count: number; max: number },
): Promise<number> {
  const currentCount = { $ifNull: ['$places', 0] };
  const update = [{ $set: { at, places: { $min: [most, { $add: [currentCount, count] }] } } }];
  const options = { upsert: true, returnDocument: 'before' } as const;
  const before = await retryUpsert(() => rows(db, rejections).findOneAndUpdate({ _id }, update, options));
  return Math.min(count, most - (before?.places ?? 0));
}

/** Adds counts to a row and inserts the row if it doesn't exist. */
export async function addToRow(
  db: ProjectDb,
  { _id, at, actor, network }: RejectionRecord,
  counts: RejectionCounts,
): Promise<void> {
  const $inc = Object.fromEntries(Object.entries(counts).map(([code, n]) => [`counts.${code}`, n]));
  const $setOnInsert = { at, ...(actor === undefined ? {} : { actor, network }) } as Partial<RejectionRecord>;
  await retryUpsert(() => rows(db, rejections).updateOne({ _id }, { $inc, $setOnInsert }, true));
}

/** Returns the newest rows, or those after the given row. */
export function newestRejections(
  db: ProjectDb,
  { after, limit }: { after: Pick<RejectionRecord, '_id' | 'at'> | null; limit: number },
): Promise<RejectionRecord[]> {
  const later =
    after === null ? {} : { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $gt: after._id } }] };
  const filter = { $and: [{ counts: { $exists: true } }, later] };
  return rows(db, rejections).find(filter, { sort: { at: -1, _id: 1 }, limit });
}

/** Streams all rows, oldest first. */
export function streamRejections(db: ProjectDb): AsyncIterable<RejectionRecord> {
  return rows(db, rejections).stream({ counts: { $exists: true } }, { sort: { at: 1, _id: -1 } });
}
