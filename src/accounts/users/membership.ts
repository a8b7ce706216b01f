import { writeProject } from '../../projects/index.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { Narrowed } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import { type NotInTransaction, type WriteContext } from '../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { deleteNotificationsOf } from '../../lifecycle/index.ts';
import { createAccount, type NewAccount } from './accounts.ts';
import {
  deleteMember,
  findMember,
  findMemberships,
  findUserByEmail,
  listMembers,
  saveMember,
} from './repository.ts';
import type { MemberRecord, MemberSource, Role, UserRecord } from './schema.ts';

/**
 * Makes a person a member and creates the account if the e-mail address is new.
 * @throws last_owner, email_taken
 */
export function addMember(
  writer: WriteContext & NotInTransaction,
  input: NewAccount & { role: Role; grant?: Narrowed | undefined },
): Promise<{ user: UserRecord }> {
  return writeProject(writer, async (tx) => {
    const { db, now } = tx;
    const system = systemInTransaction(db);
    const user = (await findUserByEmail(system, input.email)) ?? (await createAccount(system, input, now));
    const before = await findMember(db, user._id);
    const { role, grant } = input;
    const isInvited = before !== null && before.source === undefined;
    if (isInvited && before.role === role && isSameJson(before.grant, grant)) return tx.unchanged({ user });
    const after = await giveRole(db, user._id, { role, grant, now });
    return tx.stored(auditedRole(before, after), { user });
  });
}

interface RoleChange {
  role: Role;
  /** Absent for no limits; owners have none. */
  grant?: Narrowed | undefined;
  now: Date;
  invitedBy?: string | null;
  /** Absent for an invited membership. */
  source?: MemberSource;
}

/**
 * Gives a person a role in the handle's project, member or not; runs inside a transaction. Without a source, a
 * membership from a group becomes an invited one.
 * @throws last_owner
 */
export async function giveRole(
  db: ProjectDb,
  userId: string,
  { role, grant, now, invitedBy, source }: RoleChange,
): Promise<MemberRecord> {
  const previous = await findMember(db, userId);
  if (isInvitedOwner(previous) && role !== 'owner') await requireOtherOwner(db, userId);
  const newMember: MemberRecord = {
    _id: `${db.projectId}/${userId}`,
    user_id: userId,
    role,
    created_at: now,
  };
  const { grant: _grant, source: previousSource, ...unchanged } = previous ?? newMember;
  const isNarrowed = role !== 'owner' && grant !== undefined;
  const isNewlyInvited = invitedBy !== undefined && (previous === null || previousSource !== undefined);
  const record: MemberRecord = {
    ...unchanged,
    role,
    ...(isNarrowed ? { grant } : {}),
    ...(isNewlyInvited ? { invited_by: invitedBy } : {}),
    ...(source === undefined ? {} : { source }),
  };
  if (previous === null) await deleteNotificationsOf(db, userId); // a change can notify a person who had left
  await saveMember(db, record);
  return record;
}

/** The audit row of a new member or a changed role. */
export function auditedRole(
  before: MemberRecord | null,
  { user_id: id, role, grant }: MemberRecord,
): AuditEntry {
  const subject = { kind: 'member', id } as const;
  const [from, to] = [before?.grant ?? null, grant ?? null];
  const grantPart = isSameJson(from, to) ? {} : { grant: { from, to } };
  const detail = { role: { from: before?.role ?? null, to: role }, ...grantPart };
  return { action: before === null ? 'member.added' : 'member.changed', subject, detail };
}

/** Deletes a membership; runs inside a transaction. @throws unknown_member, last_owner */
export async function endMembership(db: ProjectDb, userId: string): Promise<void> {
  const member = await findMember(db, userId);
  if (member === null) throw unknownMember();
  if (isInvitedOwner(member)) await requireOtherOwner(db, userId);
  await deleteMember(db, userId);
}

/** Whether `ownerId` owns every project of a person; false if the person has none. */
export async function ownsAllProjectsOf(system: SystemDb, ownerId: string, userId: string): Promise<boolean> {
  const [ownerMemberships, memberships] = [
    await findMemberships(system, ownerId),
    await findMemberships(system, userId),
  ];
  const isOwned = (id: string) =>
    ownerMemberships.some(({ projectId, role }) => projectId === id && role === 'owner');
  return memberships.length > 0 && memberships.every(({ projectId }) => isOwned(projectId));
}

/** Returns the installation's handle in the transaction of a project's handle. */
export function systemInTransaction({ system, session }: ProjectDb): SystemDb {
  return session === null ? system : system.within(session);
}

export function unknownMember(): Error {
  return apiError('unknown_member', {}, { param: 'userId' });
}

/** Owners from groups don't count, because a group can be emptied elsewhere. */
function isInvitedOwner(member: MemberRecord | null): boolean {
  return member?.role === 'owner' && member.source === undefined;
}

/** Every write updates the project's row, so two concurrent writes can't both remove the last owner. */
async function requireOtherOwner(db: ProjectDb, leaving: string): Promise<void> {
  const members = await listMembers(db);
  if (!members.some((member) => isInvitedOwner(member) && member.user_id !== leaving))
    throw apiError('last_owner', {});
}
