import { isDuplicateKey, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { IdempotencyRecord, StoredAnswer } from './schema.ts';

export const idempotency = projectCollection<IdempotencyRecord>('idempotency', [
  { key: { project_id: 1, _id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

/** The part of a use that its runner holds. */
export type RunningRequest = Pick<IdempotencyRecord, '_id' | 'attempt'>;

/** Answers false when the key is used already. */
export async function insertIdempotencyRecord(db: ProjectDb, record: IdempotencyRecord): Promise<boolean> {
  try {
    await rows(db, idempotency).insertOne(record);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export function findIdempotencyRecord(db: ProjectDb, id: string): Promise<IdempotencyRecord | null> {
  return rows(db, idempotency).findOne({ _id: id }, { promoteBuffers: true }); // bytes as they were stored
}

/** Replaces a use that is over by a new one. Returns false when another request was quicker. */
export function takeOverRecord(
  db: ProjectDb,
  before: IdempotencyRecord,
  after: IdempotencyRecord,
): Promise<boolean> {
  const { _id, attempt } = before;
  return rows(db, idempotency).replaceOne({ _id, attempt, committed: before.committed }, after);
}

/** Keeps the claim of a running request from ending; another runner that took over keeps its own. */
export async function renewClaim(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  until: Date,
): Promise<void> {
  await rows(db, idempotency).updateOne({ _id, attempt, answer: null }, { $set: { alive_until: until } });
}

/** Notes inside a transaction that the change is stored with it. Answers false when another runner took over. */
export function noteCommitted(db: ProjectDb, { _id, attempt }: RunningRequest): Promise<boolean> {
  return rows(db, idempotency).updateOne({ _id, attempt }, { $set: { committed: true } });
}

export async function storeAnswer(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  kept: { answer: StoredAnswer; expires_at: Date },
): Promise<void> {
  await rows(db, idempotency).updateOne({ _id, attempt }, { $set: kept });
}

/** Frees the key, unless the change was stored: then only its runner is gone. */
export async function releaseIdempotencyKey(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  now: Date,
): Promise<void> {
  const isFree = await rows(db, idempotency).deleteOne({ _id, attempt, committed: false });
  if (!isFree) await rows(db, idempotency).updateOne({ _id, attempt }, { $set: { alive_until: now } });
}
