import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { KeyRecord } from './schema.ts';

export const apiKeys = projectCollection<KeyRecord>('api_keys', [
  { key: { project_id: 1, created_at: 1 } },
  { key: { key_id: 1 }, unique: true },
]);

export function insertKey(db: ProjectDb, record: KeyRecord): Promise<void> {
  return rows(db, apiKeys).insertOne(record);
}

/** Keys that were neither revoked nor have ended, counted to `most` at most. */
export function countWorkingKeys(db: ProjectDb, now: Date, most: number): Promise<number> {
  const lasts = { $or: [{ expires_at: null }, { expires_at: { $gt: now } }] };
  return rows(db, apiKeys).count({ revoked_at: null, ...lasts }, most);
}

/** Removes the keys that work no more, all but the `kept` newest. */
export async function forgetEndedKeys(db: ProjectDb, now: Date, kept: number): Promise<void> {
  const ended = { $or: [{ revoked_at: { $ne: null } }, { expires_at: { $ne: null, $lte: now } }] };
  const options = { sort: { created_at: -1 }, skip: kept, projection: { _id: 1 } } as const;
  const old = await rows(db, apiKeys).find(ended, options);
  if (old.length > 0) await rows(db, apiKeys).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

export function listKeys(db: ProjectDb): Promise<KeyRecord[]> {
  return rows(db, apiKeys).find({}, { sort: { created_at: 1 } });
}

export function findKey(db: ProjectDb, keyId: string): Promise<KeyRecord | null> {
  return rows(db, apiKeys).findOne({ key_id: keyId });
}

/** Stores a key in the place of another state of it; its id may be another one. Inside a transaction. */
export async function replaceKey(db: ProjectDb, before: KeyRecord, after: KeyRecord): Promise<void> {
  if (before._id === after._id) {
    await rows(db, apiKeys).replaceOne({ _id: before._id }, after);
    return;
  }
  await rows(db, apiKeys).deleteOne({ _id: before._id });
  await rows(db, apiKeys).insertOne(after);
}

/** Notes that a key was used; a process whose clock is behind turns nothing back. */
export async function noteUse(system: SystemDb, hash: string, at: Date): Promise<void> {
  await unscopedRows(system, apiKeys).updateOne({ _id: hash }, { $max: { last_used_at: at } });
}

/** The project that a key belongs to, for the command line, which has the key's id alone. */
export async function projectOfKey(system: SystemDb, keyId: string): Promise<string | null> {
  const found = await unscopedRows(system, apiKeys).findOne({ key_id: keyId });
  const owner: unknown = found === null ? null : (found as unknown as { project_id: unknown }).project_id; // the scope's key is no part of the record's type
  return typeof owner === 'string' ? owner : null;
}

/** Answers the key as it is afterwards, revoked before or not, or null when there is none. */
export function markRevoked(db: ProjectDb, keyId: string, now: Date): Promise<KeyRecord | null> {
  return rows(db, apiKeys).findOneAndUpdate({ key_id: keyId }, [
    { $set: { revoked_at: { $ifNull: ['$revoked_at', now] } } },
  ] as never); // a pipeline keeps the first date
}

/** Any token that was sealed, whichever project's: the command line tries APP_SECRET on it. */
export async function findSealedToken(system: SystemDb): Promise<string | null> {
  return (await unscopedRows(system, apiKeys).findOne({ sealed_token: { $ne: null } }))?.sealed_token ?? null;
}

/** How many keys work, may do everything of their kind, and were not used since a moment. */
export function countIdleWholeKeys(system: SystemDb, since: Date, now: Date): Promise<number> {
  const works = { revoked_at: null, $or: [{ expires_at: null }, { expires_at: { $gt: now } }] };
  const neverUsed = { last_used_at: { $exists: false }, created_at: { $lt: since } };
  const isIdle = { $or: [{ last_used_at: { $lt: since } }, neverUsed] };
  return unscopedRows(system, apiKeys).countDocuments({
    $and: [works, isIdle, { scopes: { $exists: false } }],
  });
}

/** Removes all keys of a project that is going. */
export async function deleteKeys(db: ProjectDb): Promise<void> {
  await rows(db, apiKeys).deleteMany({});
}
