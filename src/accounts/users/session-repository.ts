import { systemCollection, type SystemDb } from '../../core/mongo/index.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { SessionRecord } from './schema.ts';

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

/** Whether a person has a session that lasts and whose hash begins so. */
export async function hasSession(
  system: SystemDb,
  { userId, beginning }: { userId: string; beginning: string },
  now: Date,
): Promise<boolean> {
  const _id = { $gte: beginning, $lt: `${beginning}g` }; // hashes are written in hexadecimal digits
  const filter = { _id, user_id: userId, expires_at: { $gt: now } };
  return (await unscopedRows(system, sessions).findOne(filter, { projection: { _id: 1 } })) !== null;
}

/** A person's sessions that still last, the newest first. */
export function listSessions(system: SystemDb, userId: string, now: Date): Promise<SessionRecord[]> {
  return unscopedRows(system, sessions)
    .find({ user_id: userId, expires_at: { $gt: now } }, { sort: { created_at: -1 }, limit: 200 })
    .toArray();
}

/** Notes that a session opened a project; inside a transaction. Answers the session the first time, else null. */
export function noteEntered(
  system: SystemDb,
  hash: string,
  projectId: string,
): Promise<SessionRecord | null> {
  const update = { $addToSet: { entered: projectId } };
  const filter = { _id: hash, entered: { $ne: projectId } };
  return unscopedRows(system, sessions).findOneAndUpdate(filter, update, sessionOptions(system));
}

export async function noteSeen(system: SystemDb, hash: string, at: Date): Promise<void> {
  await unscopedRows(system, sessions).updateOne({ _id: hash }, { $set: { seen_at: at } });
}

/** Keeps that the person proved once more who they are. */
export async function noteStrong(system: SystemDb, hash: string, at: Date): Promise<void> {
  await unscopedRows(system, sessions).updateOne({ _id: hash }, { $set: { strong_at: at } });
}

export async function deleteSession(system: SystemDb, hash: string): Promise<void> {
  await unscopedRows(system, sessions).deleteOne({ _id: hash }, sessionOptions(system));
}

/** Ends every session of a person, but for one where that is named. Answers how many there were. */
export async function deleteSessions(system: SystemDb, userId: string, but?: string): Promise<number> {
  const filter = { user_id: userId, ...(but === undefined ? {} : { _id: { $ne: but } }) };
  return (await unscopedRows(system, sessions).deleteMany(filter, sessionOptions(system))).deletedCount;
}
