import { systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { IdentityRecord } from './schema.ts';

export const identities = systemCollection<IdentityRecord>('identities', [
  { key: { issuer: 1, sub: 1 }, unique: true },
  { key: { user_id: 1, issuer: 1 }, unique: true },
]);

export function findIdentity(
  system: SystemDb,
  { issuer, sub }: Pick<IdentityRecord, 'issuer' | 'sub'>,
): Promise<IdentityRecord | null> {
  return unscopedRows(system, identities).findOne({ issuer, sub }, sessionOptions(system));
}

/** Lists the identities of an account, oldest first. */
export function listIdentities(system: SystemDb, userId: string): Promise<IdentityRecord[]> {
  return unscopedRows(system, identities)
    .find({ user_id: userId }, { sort: { linked_at: 1 }, ...sessionOptions(system) })
    .toArray();
}

/** Throws a duplicate-key error if the person or the account has one already. */
export async function insertIdentity(system: SystemDb, record: IdentityRecord): Promise<void> {
  await unscopedRows(system, identities).insertOne(record, sessionOptions(system));
}

export async function storeIdentityUse(system: SystemDb, id: string, at: Date): Promise<void> {
  await unscopedRows(system, identities).updateOne({ _id: id }, { $set: { last_used_at: at } });
}

export async function deleteIdentity(system: SystemDb, id: string): Promise<void> {
  await unscopedRows(system, identities).deleteOne({ _id: id }, sessionOptions(system));
}

export async function deleteIdentities(system: SystemDb, userId: string): Promise<void> {
  await unscopedRows(system, identities).deleteMany({ user_id: userId }, sessionOptions(system));
}
