import { apiError } from '../../contract/errors/api-error.ts';
import { isDuplicateKey, systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { PasskeyRecord } from './schema.ts';

export const passkeys = systemCollection<PasskeyRecord>('passkeys', [
  { key: { credential_id: 1 }, unique: true },
  { key: { user_id: 1 } },
]);

/** @throws passkey_rejected if the credential belongs to another passkey */
export async function insertPasskey(system: SystemDb, record: PasskeyRecord): Promise<void> {
  try {
    await unscopedRows(system, passkeys).insertOne(record, sessionOptions(system));
  } catch (error) {
    throw isDuplicateKey(error) ? apiError('passkey_rejected', {}) : error;
  }
}

/** Lists a person's passkeys, oldest first. */
export function listPasskeys(system: SystemDb, userId: string): Promise<PasskeyRecord[]> {
  return unscopedRows(system, passkeys)
    .find({ user_id: userId }, { sort: { _id: 1 }, ...sessionOptions(system) })
    .toArray();
}

/** Returns the passkey of a credential, if it was created for this domain. */
export function findByCredential(
  system: SystemDb,
  credentialId: string,
  rpId: string,
): Promise<PasskeyRecord | null> {
  return unscopedRows(system, passkeys).findOne({ credential_id: credentialId, rp_id: rpId });
}

/**
 * Stores a use of a passkey if its counter advanced, or if it never counts.
 * @returns false if the counter went back, or another request used the same value
 */
export async function storeUse(
  system: SystemDb,
  id: string,
  { counter, isSynced, at }: { counter: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  const filter = { _id: id, counter: counter === 0 ? 0 : { $lt: counter } };
  const update = { $set: { counter, is_synced: isSynced, last_used_at: at } };
  const result = await unscopedRows(system, passkeys).updateOne(filter, update, sessionOptions(system));
  return result.matchedCount === 1;
}

/** @returns the renamed passkey, or null if the person has none with this id */
export function renamePasskey(
  system: SystemDb,
  { id, userId }: { id: string; userId: string },
  name: string,
): Promise<PasskeyRecord | null> {
  return unscopedRows(system, passkeys).findOneAndUpdate(
    { _id: id, user_id: userId },
    { $set: { name } },
    { returnDocument: 'after', ...sessionOptions(system) },
  );
}

/** Counts the passkeys of other domains, which can't be used here. */
export function countUnusable(system: SystemDb, rpId: string | null): Promise<number> {
  return unscopedRows(system, passkeys).countDocuments({ rp_id: { $ne: rpId ?? '' } });
}

export async function deletePasskey(system: SystemDb, id: string): Promise<void> {
  await unscopedRows(system, passkeys).deleteOne({ _id: id }, sessionOptions(system));
}

/** Deletes every passkey of a person. @returns how many there were */
export async function deletePasskeys(system: SystemDb, userId: string): Promise<number> {
  return (await unscopedRows(system, passkeys).deleteMany({ user_id: userId }, sessionOptions(system)))
    .deletedCount;
}
