import { projectCollection, systemCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import type { MemberRecord, Role, SessionRecord, UserRecord } from './schema.ts';

export const users = systemCollection<UserRecord>('users', [{ key: { email: 1 }, unique: true }]);

export const members = projectCollection<MemberRecord>('members', [
  { key: { project_id: 1, user_id: 1 }, unique: true },
  { key: { user_id: 1 } },
]);

export const sessions = systemCollection<SessionRecord>('sessions', [
  { key: { user_id: 1 } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export function findUserByEmail(system: SystemDb, email: string): Promise<UserRecord | null> {
  return allRows(system, users).findOne({ email });
}

export function findUser(system: SystemDb, id: string): Promise<UserRecord | null> {
  return allRows(system, users).findOne({ _id: id });
}

export async function insertUser(system: SystemDb, record: UserRecord): Promise<void> {
  await allRows(system, users).insertOne(record);
}

export async function hasUsers(system: SystemDb): Promise<boolean> {
  return (await allRows(system, users).findOne({}, { projection: { _id: 1 } })) !== null;
}

export function findMember(db: ProjectDb, userId: string): Promise<MemberRecord | null> {
  return rows(db, members).findOne({ user_id: userId });
}

export async function saveMember(db: ProjectDb, record: MemberRecord): Promise<void> {
  const { role, created_at } = record;
  await rows(db, members).updateOne(
    { _id: record._id, user_id: record.user_id },
    { $set: { role }, $setOnInsert: { created_at, project_id: db.projectId } as never }, // an upsert writes the scope itself
    true,
  );
}

/** The projects that a person is a member of, with what they may do there. */
export async function findMemberships(
  system: SystemDb,
  userId: string,
): Promise<{ projectId: string; role: Role }[]> {
  const found = await allRows(system, members)
    .find<MemberRecord & { project_id: string }>({ user_id: userId })
    .toArray();
  return found.map(({ project_id, role }) => ({ projectId: project_id, role }));
}

/** The members of a project, in the order in which they came. */
export function listMembers(db: ProjectDb): Promise<MemberRecord[]> {
  return rows(db, members).find({}, { sort: { created_at: 1, _id: 1 } });
}

export function deleteMember(db: ProjectDb, userId: string): Promise<boolean> {
  return rows(db, members).deleteOne({ user_id: userId });
}

export function findUsers(system: SystemDb, ids: readonly string[]): Promise<UserRecord[]> {
  return allRows(system, users)
    .find({ _id: { $in: [...ids] } })
    .toArray();
}

export async function changeUser(
  system: SystemDb,
  id: string,
  changes: Partial<Pick<UserRecord, 'name' | 'password'>>,
): Promise<void> {
  await allRows(system, users).updateOne({ _id: id }, { $set: changes });
}

/** Ends every session of a person. */
export async function deleteSessions(system: SystemDb, userId: string): Promise<void> {
  await allRows(system, sessions).deleteMany({ user_id: userId });
}

export async function insertSession(system: SystemDb, record: SessionRecord): Promise<void> {
  await allRows(system, sessions).insertOne(record);
}

export function findSession(system: SystemDb, hash: string): Promise<SessionRecord | null> {
  return allRows(system, sessions).findOne({ _id: hash });
}

export async function deleteSession(system: SystemDb, hash: string): Promise<void> {
  await allRows(system, sessions).deleteOne({ _id: hash });
}
