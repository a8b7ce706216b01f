import {
  projectCollection,
  type ProjectDb,
  systemCollection,
  type SystemDb,
} from '../../core/mongo/index.ts';
import type { Document, UpdateFilter } from 'mongodb';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import { deleteNotificationsOf } from '../../lifecycle/index.ts';
import type { MemberRecord, UserRecord } from './schema.ts';
import { sessionFilter, sessions } from './session-repository.ts';

export const users = systemCollection<UserRecord>('users', [{ key: { email: 1 }, unique: true }]);

export const members = projectCollection<MemberRecord>('members', [
  { key: { project_id: 1, user_id: 1 }, unique: true },
  { key: { user_id: 1 } },
  { key: { 'source.confirmed_at': 1 }, sparse: true },
]);

export function findUserByEmail(system: SystemDb, email: string): Promise<UserRecord | null> {
  return unscopedRows(system, users).findOne({ email }, sessionOptions(system));
}

export function findUser(system: SystemDb, id: string): Promise<UserRecord | null> {
  return unscopedRows(system, users).findOne({ _id: id }, sessionOptions(system));
}

export async function insertUser(system: SystemDb, record: UserRecord): Promise<void> {
  await unscopedRows(system, users).insertOne(record, sessionOptions(system));
}

export async function hasUsers(system: SystemDb): Promise<boolean> {
  const options = { projection: { _id: 1 }, ...sessionOptions(system) };
  return (await unscopedRows(system, users).findOne({}, options)) !== null;
}

/** Lists all people of the installation, oldest first. */
export function listUsers(system: SystemDb): Promise<UserRecord[]> {
  return unscopedRows(system, users)
    .find({}, { sort: { _id: 1 } })
    .toArray();
}

/**
 * Prefix of memberships with fewer rights than an editor. Older versions have only two roles; they don't
 * find such a membership and reject the person (src/accounts/README.md).
 */
const narrowedPrefix = 'narrowed:';
/** Prefix of memberships with locales. Older versions would ignore the locales; they don't find them either. */
const localesPrefix = 'locales:';
/** Prefix of memberships from groups. Older versions would treat them as invited; they don't find them either. */
const groupPrefix = 'group:';

/** The stored forms of a person's id; a membership has one of them. */
function storedIds(userId: string) {
  const prefixes = ['', narrowedPrefix, localesPrefix, groupPrefix];
  return { $in: prefixes.map((prefix) => `${prefix}${userId}`) };
}

/** The id under which a membership is stored. */
function storedId({ user_id: userId, role, grant, source }: MemberRecord): string {
  if (source !== undefined) return `${groupPrefix}${userId}`;
  if (grant?.locales !== undefined) return `${localesPrefix}${userId}`;
  const isUnprefixed = (role === 'owner' || role === 'editor') && grant === undefined;
  return isUnprefixed ? userId : `${narrowedPrefix}${userId}`;
}

function withoutPrefix<R extends { user_id: string }>(record: R): R {
  return { ...record, user_id: personId(record.user_id) };
}

function personId(storedId: string): string {
  return storedId.slice(storedId.lastIndexOf(':') + 1);
}

export async function findMember(db: ProjectDb, userId: string): Promise<MemberRecord | null> {
  const record = await rows(db, members).findOne({ user_id: storedIds(userId) });
  return record === null ? null : withoutPrefix(record);
}

/**
 * Returns a member whose account is open; with `session`, the start of its hash, only while that session is unexpired.
 * This is one read, because each request with a preview token repeats it.
 */
export async function findActiveMember(
  db: ProjectDb,
  userId: string,
  { session, now }: { session: string | null; now: Date },
): Promise<MemberRecord | null> {
  const stages = [
    ...mustExist(users.name, { _id: userId, disabled_at: null, forgotten_at: { $exists: false } }),
    ...(session === null ? [] : mustExist(sessions.name, sessionFilter(userId, session, now))),
  ];
  const [record] = await rows(db, members).aggregate<MemberRecord>({ user_id: storedIds(userId) }, stages);
  return record === undefined ? null : withoutPrefix(record);
}

/** Stages that remove the row unless another collection has a matching one. */
function mustExist(from: string, filter: Document): Document[] {
  const pipeline = [{ $match: filter }, { $limit: 1 }, { $project: { _id: 1 } }];
  return [
    { $lookup: { from, pipeline, as: 'found' } },
    { $match: { 'found.0': { $exists: true } } },
    { $unset: 'found' },
  ];
}

/** Creates a membership, or changes the role, grant and source of an existing one. */
export async function saveMember(db: ProjectDb, record: MemberRecord): Promise<void> {
  const { role, grant, created_at, invited_by, source } = record;
  await rows(db, members).updateOne(
    { _id: record._id },
    {
      $set: {
        role,
        user_id: storedId(record),
        ...(grant === undefined ? {} : { grant }),
        ...(source === undefined ? {} : { source }),
        ...(invited_by === undefined ? {} : { invited_by }),
      },
      $unset: {
        ...(grant === undefined ? { grant: true } : {}),
        ...(source === undefined ? { source: true } : {}),
      },
      $setOnInsert: { created_at, project_id: db.projectId } as never, // an upsert writes the scope itself
    },
    true,
  );
}

/** A person's membership in one project. */
export type Membership = { projectId: string } & Pick<MemberRecord, 'role' | 'grant' | 'source'>;

/** Returns a person's memberships in all projects. */
export async function findMemberships(system: SystemDb, userId: string): Promise<Membership[]> {
  const records = await unscopedRows(system, members)
    .find<MemberRecord & { project_id: string }>({ user_id: storedIds(userId) }, sessionOptions(system))
    .toArray();
  return records.map(({ project_id: projectId, role, grant, source }) => ({
    projectId,
    role,
    ...(grant === undefined ? {} : { grant }),
    ...(source === undefined ? {} : { source }),
  }));
}

/** Stores that a sign-in confirmed memberships from groups of an issuer in these projects. */
export async function confirmMemberships(
  system: SystemDb,
  { userId, issuer, projectIds }: { userId: string; issuer: string; projectIds: readonly string[] },
  now: Date,
): Promise<void> {
  const filter = {
    user_id: `${groupPrefix}${userId}`,
    'source.issuer': issuer,
    project_id: { $in: [...projectIds] },
  };
  await unscopedRows(system, members).updateMany(filter, { $set: { 'source.confirmed_at': now } });
}

/** A membership with its project, for jobs across projects. */
export interface OwnedMember {
  id: string;
  projectId: string;
  userId: string;
}

/** Lists up to `limit` memberships from groups that no sign-in has confirmed since a time. */
export async function findUnconfirmed(
  system: SystemDb,
  { since, except, limit }: { since: Date; except: readonly string[]; limit: number },
): Promise<OwnedMember[]> {
  const filter = { 'source.confirmed_at': { $lt: since }, _id: { $nin: [...except] } };
  const records = await unscopedRows(system, members)
    .find<MemberRecord & { project_id: string }>(filter, { limit })
    .toArray();
  return records.map(({ _id: id, project_id: projectId, user_id }) => {
    return { id, projectId, userId: personId(user_id) };
  });
}

/** Lists the members of a project in the order in which they joined. */
export async function listMembers(db: ProjectDb): Promise<MemberRecord[]> {
  return (await rows(db, members).find({}, { sort: { created_at: 1, _id: 1 } })).map(withoutPrefix);
}

/** Deletes a membership, and the person's notifications in the project. */
export async function deleteMember(db: ProjectDb, userId: string): Promise<boolean> {
  await deleteNotificationsOf(db, userId);
  return rows(db, members).deleteOne({ user_id: storedIds(userId) });
}

export function findUsers(system: SystemDb, ids: readonly string[]): Promise<UserRecord[]> {
  return unscopedRows(system, users)
    .find({ _id: { $in: [...ids] } }, sessionOptions(system))
    .toArray();
}

export async function changeUser(
  system: SystemDb,
  id: string,
  changes: Partial<Omit<UserRecord, '_id' | 'created_at' | 'browser_epoch' | 'projects_asked'>>,
  { resetsBrowsers = false } = {},
): Promise<void> {
  const set = Object.keys(changes).length === 0 ? {} : { $set: changes };
  const update: UpdateFilter<UserRecord> = resetsBrowsers ? { ...set, $inc: { browser_epoch: 1 } } : set;
  await unscopedRows(system, users).updateOne({ _id: id }, update, sessionOptions(system));
}

/** Stores the handle of an account unless it has one. @returns the handle of the account */
export async function ensureHandle(system: SystemDb, id: string, handle: string): Promise<string> {
  await unscopedRows(system, users).updateOne({ _id: id, handle: { $exists: false } }, { $set: { handle } });
  return (await findUser(system, id))?.handle ?? handle;
}

/**
 * Updates the account's row, so that concurrent changes by one person conflict.
 * @returns null for no account
 */
export function lockUser(system: SystemDb, id: string): Promise<UserRecord | null> {
  const update = { $inc: { projects_asked: 1 } };
  return unscopedRows(system, users).findOneAndUpdate({ _id: id }, update, sessionOptions(system));
}

/** Lists the owners of all projects whose accounts are open, without those who were disabled. */
export async function findOwners(system: SystemDb): Promise<UserRecord[]> {
  const ids: unknown[] = await unscopedRows(system, members).distinct('user_id', { role: 'owner' });
  const owners = {
    _id: { $in: ids.filter((id) => typeof id === 'string').map(personId) },
    disabled_at: { $not: { $type: 'date' as const } },
  };
  return unscopedRows(system, users)
    .find(owners, { sort: { _id: 1 } })
    .toArray();
}

export async function deleteMembers(db: ProjectDb): Promise<void> {
  await rows(db, members).deleteMany({});
}
