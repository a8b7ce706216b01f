import { systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { Proof, SessionRecord, SignInMethod } from './schema.ts';

export const sessions = systemCollection<SessionRecord>('sessions', [
  { key: { user_id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export async function insertSession(system: SystemDb, record: SessionRecord): Promise<void> {
  await unscopedRows(system, sessions).insertOne(record, sessionOptions(system));
}

export function findSession(system: SystemDb, hash: string): Promise<SessionRecord | null> {
  return unscopedRows(system, sessions).findOne({ _id: hash });
}

/** The filter for a person's unexpired session whose hash has this prefix. */
export function sessionFilter(userId: string, prefix: string, now: Date) {
  const _id = { $gte: prefix, $lt: `${prefix}g` }; // hashes are hexadecimal
  return { _id, user_id: userId, expires_at: { $gt: now } };
}

/** Lists a person's unexpired sessions, newest first. */
export function listSessions(system: SystemDb, userId: string, now: Date): Promise<SessionRecord[]> {
  return unscopedRows(system, sessions)
    .find({ user_id: userId, expires_at: { $gt: now } }, { sort: { created_at: -1 }, limit: 200 })
    .toArray();
}

/**
 * Records that a session opened a project; runs inside a transaction.
 * @returns the session the first time, else null
 */
export function addEnteredProject(
  system: SystemDb,
  hash: string,
  projectId: string,
): Promise<SessionRecord | null> {
  const update = { $addToSet: { entered: projectId } };
  const filter = { _id: hash, entered: { $ne: projectId } };
  return unscopedRows(system, sessions).findOneAndUpdate(filter, update, sessionOptions(system));
}

export async function storeLastSeen(system: SystemDb, hash: string, at: Date): Promise<void> {
  await unscopedRows(system, sessions).updateOne({ _id: hash }, { $set: { seen_at: at } });
}

/** What a person just proved in a session. */
export interface NewProof {
  proof: Proof;
  hasSecondFactor: boolean;
  /** When the person proved their identity; absent if the proof doesn't confirm it. */
  at?: Date;
}

/** Adds a proof to a session in one update, so that two at once are both stored. */
export async function storeProof(
  system: SystemDb,
  hash: string,
  { proof, hasSecondFactor, at }: NewProof,
  { proofs, hadSecondFactor }: { proofs: readonly string[]; hadSecondFactor: boolean },
): Promise<void> {
  const stored = { $ifNull: ['$proofs', proofs] }; // sessions of an older version have none
  const set = {
    proofs: { $concatArrays: [stored, { $cond: [{ $in: [proof, stored] }, [], [proof]] }] },
    second_factor: { $or: [{ $ifNull: ['$second_factor', hadSecondFactor] }, hasSecondFactor] },
    ...(at === undefined ? {} : { strong_at: at }),
  };
  await unscopedRows(system, sessions).updateOne({ _id: hash }, [{ $set: set }], sessionOptions(system));
}

export async function deleteSession(system: SystemDb, hash: string): Promise<void> {
  await unscopedRows(system, sessions).deleteOne({ _id: hash }, sessionOptions(system));
}

/** Deletes the sessions of a person that started in one way. */
export async function deleteSessionsByMethod(
  system: SystemDb,
  userId: string,
  method: SignInMethod,
): Promise<void> {
  const filter = { user_id: userId, method };
  await unscopedRows(system, sessions).deleteMany(filter, sessionOptions(system));
}

/** Deletes the sessions of a person that started with the password, except `exceptId`. */
export async function deletePasswordSessions(
  system: SystemDb,
  userId: string,
  exceptId: string,
): Promise<void> {
  // Sessions of an older version have no method and started with the password.
  const method = { $in: ['password', 'password+totp', 'password+passkey', null] as SignInMethod[] };
  const filter = { user_id: userId, method, _id: { $ne: exceptId } };
  await unscopedRows(system, sessions).deleteMany(filter, sessionOptions(system));
}

/** Deletes every session of a person except `exceptId`. @returns the number of deleted sessions */
export async function deleteSessions(system: SystemDb, userId: string, exceptId?: string): Promise<number> {
  const filter = { user_id: userId, ...(exceptId === undefined ? {} : { _id: { $ne: exceptId } }) };
  return (await unscopedRows(system, sessions).deleteMany(filter, sessionOptions(system))).deletedCount;
}
