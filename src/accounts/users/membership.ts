import { writeProject } from '../../projects/index.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { Narrowed } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { isSameJson } from '../../contract/fields/same-json.ts';
import { type NotInTransaction, type WriteContext } from '../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { createAccount, type NewAccount } from './accounts.ts';
import {
  deleteMember,
  findMember,
  findMemberships,
  findUserByEmail,
  listMembers,
  saveMember,
} from './repository.ts';
import type { MemberRecord, Role, UserRecord } from './schema.ts';

/** Makes a person a member, and the account when the e-mail is new. @throws last_owner, email_taken */
export function addMember(
  writer: WriteContext & NotInTransaction,
  input: NewAccount & { role: Role; grant?: Narrowed | undefined },
): Promise<{ user: UserRecord }> {
  return writeProject(writer, async (tx) => {
    const { db, now } = tx;
    const system = systemIn(db);
    const user = (await findUserByEmail(system, input.email)) ?? (await createAccount(system, input, now));
    const before = await findMember(db, user._id);
    const { role, grant } = input;
    if (before?.role === role && isSameJson(before.grant, grant)) return tx.unchanged({ user });
    const after = await giveRole(db, user._id, { role, grant, now });
    return tx.stored(auditedRole(before, after), { user });
  });
}

interface GivenRole {
  role: Role;
  /** Absent for all that the role may; owners have no other. */
  grant?: Narrowed | undefined;
  now: Date;
  invitedBy?: string | null;
}

/** Gives a person a role in the handle's project, member or not; inside a transaction. @throws last_owner */
export async function giveRole(
  db: ProjectDb,
  userId: string,
  { role, grant, now, invitedBy }: GivenRole,
): Promise<MemberRecord> {
  const found = await findMember(db, userId);
  if (found?.role === 'owner' && role !== 'owner') await keepOwner(db, userId);
  const made: MemberRecord = {
    _id: `${db.projectId}/${userId}`,
    user_id: userId,
    role,
    created_at: now,
    ...(invitedBy === undefined ? {} : { invited_by: invitedBy }),
  };
  const { grant: _grant, ...stays } = found ?? made;
  const isNarrowed = role !== 'owner' && grant !== undefined;
  const record: MemberRecord = { ...stays, role, ...(isNarrowed ? { grant } : {}) };
  await saveMember(db, record);
  return record;
}

/** What the audit log records of a person who is a member from now on, or has another role. */
export function auditedRole(
  before: MemberRecord | null,
  { user_id: id, role, grant }: MemberRecord,
): AuditEntry {
  const subject = { kind: 'member', id } as const;
  const [from, to] = [before?.grant ?? null, grant ?? null];
  const narrowed = isSameJson(from, to) ? {} : { grant: { from, to } };
  const detail = { role: { from: before?.role ?? null, to: role }, ...narrowed };
  return { action: before === null ? 'member.added' : 'member.changed', subject, detail };
}

/** Ends a membership; inside a transaction. @throws unknown_member, last_owner */
export async function endMembership(db: ProjectDb, userId: string): Promise<void> {
  const found = await findMember(db, userId);
  if (found === null) throw unknownMember();
  if (found.role === 'owner') await keepOwner(db, userId);
  await deleteMember(db, userId);
}

/** Whether every project of a person is owned by another one; false when there is none. */
export async function ownsAllProjectsOf(system: SystemDb, ownerId: string, userId: string): Promise<boolean> {
  const [owned, theirs] = [await findMemberships(system, ownerId), await findMemberships(system, userId)];
  const isOwned = (id: string) => owned.some(({ projectId, role }) => projectId === id && role === 'owner');
  return theirs.length > 0 && theirs.every(({ projectId }) => isOwned(projectId));
}

/** The handle of the installation inside the transaction that a project's handle is in. */
export function systemIn({ system, session }: ProjectDb): SystemDb {
  return session === null ? system : system.within(session);
}

export function unknownMember(): Error {
  return apiError('unknown_member', {}, { param: 'userId' });
}

/** Changes of one project meet in its row, so that two owners cannot both be the last to go. */
async function keepOwner(db: ProjectDb, leaving: string): Promise<void> {
  const members = await listMembers(db);
  if (!members.some(({ role, user_id }) => role === 'owner' && user_id !== leaving))
    throw apiError('last_owner', {});
}
