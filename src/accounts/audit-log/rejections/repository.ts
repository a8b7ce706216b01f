import type { RefusalCounts } from '../../../contract/errors/refusals.ts';
import { dayMs } from '../../../contract/time.ts';
import { isDuplicateKey, projectCollection, type ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { RefusalRecord } from './schema.ts';

const keptDays = 90;

/** Refused sign-ins of the installation, and of each project what roles, scopes and old proofs forbade. */
export const refusals = projectCollection<RefusalRecord>('sign_in_refusals', [
  { key: { project_id: 1, at: -1, _id: 1 } },
  { key: { at: 1 }, expireAfterSeconds: (keptDays * dayMs) / 1_000 },
]);

/** Which of these rows are stored already. */
export async function storedIds(db: ProjectDb, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(db, refusals).find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
  return new Set(found.map(({ _id }) => _id));
}

/** Takes places for new rows of a window; all processes together never get more than `most`. @returns how many it got */
export async function reserveRows(
  db: ProjectDb,
  { _id, at }: Pick<RefusalRecord, '_id' | 'at'>,
  { wanted, most }: { wanted: number; most: number },
): Promise<number> {
  const taken = { $ifNull: ['$places', 0] };
  const update = [{ $set: { at, places: { $min: [most, { $add: [taken, wanted] }] } } }];
  const options = { upsert: true, returnDocument: 'before' } as const;
  const before = await upserted(() => rows(db, refusals).findOneAndUpdate({ _id }, update, options));
  return Math.min(wanted, most - (before?.places ?? 0));
}

/** Adds numbers to a row, which is made where it is not there yet. */
export async function addToRow(
  db: ProjectDb,
  { _id, at, actor, network }: RefusalRecord,
  counts: RefusalCounts,
): Promise<void> {
  const $inc = Object.fromEntries(Object.entries(counts).map(([code, n]) => [`counts.${code}`, n]));
  const $setOnInsert = { at, ...(actor === undefined ? {} : { actor, network }) } as Partial<RefusalRecord>;
  await upserted(() => rows(db, refusals).updateOne({ _id }, { $inc, $setOnInsert }, true));
}

/** Two processes that make the same row: the slower one finds it there. */
async function upserted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}

/** The newest rows, after one where it is given. */
export function newestRefusals(
  db: ProjectDb,
  { after, limit }: { after: Pick<RefusalRecord, '_id' | 'at'> | null; limit: number },
): Promise<RefusalRecord[]> {
  const later =
    after === null ? {} : { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $gt: after._id } }] };
  const filter = { $and: [{ counts: { $exists: true } }, later] };
  return rows(db, refusals).find(filter, { sort: { at: -1, _id: 1 }, limit });
}

/** All rows, the oldest first. */
export function streamRefusals(db: ProjectDb): AsyncIterable<RefusalRecord> {
  return rows(db, refusals).stream({ counts: { $exists: true } }, { sort: { at: 1, _id: -1 } });
}
