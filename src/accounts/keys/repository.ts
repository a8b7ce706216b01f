import type { SecretRenewer } from '../../core/context/index.ts';
import { projectCollection, type ProjectDb, renewSealed, type SystemDb } from '../../core/mongo/index.ts';
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

/** Counts keys that are neither revoked nor expired, up to `max`. */
export function countActiveKeys(db: ProjectDb, now: Date, max: number): Promise<number> {
  const notExpired = { $or: [{ expires_at: null }, { expires_at: { $gt: now } }] };
  return rows(db, apiKeys).count({ revoked_at: null, ...notExpired }, max);
}

/** Deletes revoked and expired keys except the newest `retained` of them. */
export async function deleteEndedKeys(db: ProjectDb, now: Date, retained: number): Promise<void> {
  const isEnded = { $or: [{ revoked_at: { $ne: null } }, { expires_at: { $ne: null, $lte: now } }] };
  const options = { sort: { created_at: -1 }, skip: retained, projection: { _id: 1 } } as const;
  const old = await rows(db, apiKeys).find(isEnded, options);
  if (old.length > 0) await rows(db, apiKeys).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

export function listKeys(db: ProjectDb): Promise<KeyRecord[]> {
  return rows(db, apiKeys).find({}, { sort: { created_at: 1 } });
}

export function findKey(db: ProjectDb, keyId: string): Promise<KeyRecord | null> {
  return rows(db, apiKeys).findOne({ key_id: keyId });
}

/** Replaces a key, whose id may change. Runs inside a transaction. */
export async function replaceKey(db: ProjectDb, before: KeyRecord, after: KeyRecord): Promise<void> {
  if (before._id === after._id) {
    await rows(db, apiKeys).replaceOne({ _id: before._id }, after);
    return;
  }
  await rows(db, apiKeys).deleteOne({ _id: before._id });
  await rows(db, apiKeys).insertOne(after);
}

/** Stores when a key was used. `$max` keeps a process with a slow clock from setting an earlier time. */
export async function storeUse(system: SystemDb, hash: string, at: Date): Promise<void> {
  await unscopedRows(system, apiKeys).updateOne({ _id: hash }, { $max: { last_used_at: at } });
}

/** Returns the project of a key, for the command line, which only has the key's id. */
export async function findProjectOfKey(system: SystemDb, keyId: string): Promise<string | null> {
  const key = await unscopedRows(system, apiKeys).findOne({ key_id: keyId });
  // The type of records omits the scope.
  const owner: unknown = key === null ? null : (key as unknown as { project_id: unknown }).project_id;
  return typeof owner === 'string' ? owner : null;
}

/** Marks a key as revoked. @returns the key, or null if it doesn't exist */
export function markRevoked(db: ProjectDb, keyId: string, now: Date): Promise<KeyRecord | null> {
  return rows(db, apiKeys).findOneAndUpdate({ key_id: keyId }, [
    { $set: { revoked_at: { $ifNull: ['$revoked_at', now] } } },
  ] as never); // a pipeline, so that the first date stays
}

/** Returns any sealed token of the installation; the command line checks APP_SECRET with it. */
export async function findSealedToken(system: SystemDb): Promise<string | null> {
  return (await unscopedRows(system, apiKeys).findOne({ sealed_token: { $ne: null } }))?.sealed_token ?? null;
}

/** Encrypts stored publishable keys again. */
export const renewKeyTokens: SecretRenewer = (system, renew) =>
  renewSealed(unscopedRows(system, apiKeys), 'sealed_token', renew);

/** Counts active keys without scopes that were not used since a moment. */
export function countIdleUnscopedKeys(system: SystemDb, since: Date, now: Date): Promise<number> {
  const isActive = { revoked_at: null, $or: [{ expires_at: null }, { expires_at: { $gt: now } }] };
  const neverUsed = { last_used_at: { $exists: false }, created_at: { $lt: since } };
  const isIdle = { $or: [{ last_used_at: { $lt: since } }, neverUsed] };
  return unscopedRows(system, apiKeys).countDocuments({
    $and: [isActive, isIdle, { scopes: { $exists: false } }],
  });
}

export async function deleteKeys(db: ProjectDb): Promise<void> {
  await rows(db, apiKeys).deleteMany({});
}
