import { isDuplicateKey, projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { IdempotencyRecord, StoredResponse } from './schema.ts';

export const idempotency = projectCollection<IdempotencyRecord>('idempotency', [
  { key: { project_id: 1, _id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

/** The part of a record that identifies the running request. */
export type RunningRequest = Pick<IdempotencyRecord, '_id' | 'attempt'>;

/** @returns false if the key is in use already */
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
  return rows(db, idempotency).findOne({ _id: id }, { promoteBuffers: true }); // returns bytes as a Buffer
}

/** Replaces a record that has ended. @returns false if another request was quicker */
export function takeOverRecord(
  db: ProjectDb,
  before: IdempotencyRecord,
  after: IdempotencyRecord,
): Promise<boolean> {
  const { _id, attempt } = before;
  return rows(db, idempotency).replaceOne({ _id, attempt, committed: before.committed }, after);
}

/** Extends the claim of a running request, unless another request has taken over the key. */
export async function renewClaim(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  until: Date,
): Promise<void> {
  await rows(db, idempotency).updateOne({ _id, attempt, answer: null }, { $set: { alive_until: until } });
}

/**
 * Notes inside a transaction that the change commits with it. @returns false if another request has taken over the key
 */
export function noteCommitted(db: ProjectDb, { _id, attempt }: RunningRequest): Promise<boolean> {
  return rows(db, idempotency).updateOne({ _id, attempt }, { $set: { committed: true } });
}

/** Stores results of a request together with their changes. @returns false if another request has taken over the key */
export function addProgress(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  results: readonly unknown[],
): Promise<boolean> {
  const change = { $set: { committed: true }, $push: { progress: { $each: [...results] } } };
  return rows(db, idempotency).updateOne({ _id, attempt }, change);
}

export async function storeResponse(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  stored: { answer: StoredResponse; expires_at: Date },
): Promise<void> {
  await rows(db, idempotency).updateOne({ _id, attempt }, { $set: stored, $unset: { progress: '' } });
}

/** Releases the key. If the change was stored, the record stays, and only the claim ends. */
export async function releaseIdempotencyKey(
  db: ProjectDb,
  { _id, attempt }: RunningRequest,
  now: Date,
): Promise<void> {
  const wasDeleted = await rows(db, idempotency).deleteOne({ _id, attempt, committed: false });
  if (!wasDeleted) await rows(db, idempotency).updateOne({ _id, attempt }, { $set: { alive_until: now } });
}
