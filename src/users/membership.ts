import type { AuditEntry } from '../contract/audit-actions.ts';
import { problem } from '../contract/problem.ts';
import type { Outside, Writer } from '../platform/writer.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { transact } from '../platform/transact.ts';
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
  writer: Writer & Outside,
  input: NewAccount & { role: Role },
): Promise<{ user: UserRecord }> {
  return transact(writer, async (inside) => {
    const { db, now } = inside;
    const system = systemIn(db);
    const user = (await findUserByEmail(system, input.email)) ?? (await createAccount(system, input, now));
    const before = await findMember(db, user._id);
    if (before?.role === input.role) return inside.unchanged({ user });
    return inside.stored(auditedRole(before, await giveRole(db, user._id, { role: input.role, now })), {
      user,
    });
  });
}

/** Gives a person a role in the handle's project, member or not; inside a transaction. @throws last_owner */
export async function giveRole(
  db: ProjectDb,
  userId: string,
  { role, now, invitedBy }: { role: Role; now: Date; invitedBy?: string | null },
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
  const record = found === null ? made : { ...found, role };
  await saveMember(db, record);
  return record;
}

/** What the audit log tells of a person who is a member from now on, or has another role. */
export function auditedRole(before: MemberRecord | null, { user_id: id, role }: MemberRecord): AuditEntry {
  const subject = { kind: 'member', id } as const;
  const detail = { role: { from: before?.role ?? null, to: role } };
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
  return problem('unknown_member', {}, { param: 'userId' });
}

/** Changes of one project meet in its row, so that two owners cannot both be the last to go. */
async function keepOwner(db: ProjectDb, leaving: string): Promise<void> {
  const members = await listMembers(db);
  if (!members.some(({ role, user_id }) => role === 'owner' && user_id !== leaving))
    throw problem('last_owner', {});
}
