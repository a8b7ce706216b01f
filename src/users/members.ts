import { permissionsOf } from '../contract/access.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import type { MemberCall } from '../platform/http/dashboard-route.ts';
import { checkProof } from '../platform/http/step-up.ts';
import { transact } from '../platform/transact.ts';
import { serializeUser } from './accounts.ts';
import { auditedRole, endMembership, giveRole, unknownMember } from './membership.ts';
import { findMember, findUsers, listMembers } from './repository.ts';
import type { Member, MemberRecord, Role, UserRecord } from './schema.ts';

/** The members of the project, in the order in which they joined. */
export async function membersOf(call: MemberCall): Promise<{ data: Member[] }> {
  const members = await listMembers(call.db);
  const people = await peopleOf(call, members);
  return {
    data: members.flatMap((member) => {
      const user = people.find(({ _id }) => _id === member.user_id);
      return user === undefined ? [] : [serializeMember(call, { member, user, people })];
    }),
  };
}

/** @throws unknown_member, last_owner, step_up_required for a role that may do more */
export async function changeRole(call: MemberCall, userId: string, role: Role): Promise<Member> {
  const member = await transact(call, async (inside) => {
    const before = await findMember(inside.db, userId);
    if (before === null) throw unknownMember();
    if (before.role === role) return inside.unchanged(before);
    if (gives(role, before.role)) checkProof(inside.person, inside.now); // taking away never asks
    const after = await giveRole(inside.db, userId, { role, now: inside.now });
    return inside.stored(auditedRole(before, after), after);
  });
  const people = await peopleOf(call, [member]);
  const user = people.find(({ _id }) => _id === userId);
  if (user === undefined) throw unknownMember();
  return serializeMember(call, { member, user, people });
}

/** Whether a role may do anything that the other may not. */
function gives(role: Role, before: Role): boolean {
  return permissionsOf[role].some((permission) => !permissionsOf[before].includes(permission));
}

/** Their next request is refused. @throws unknown_member, last_owner */
export async function removeMember(call: MemberCall, userId: string): Promise<Answer<null>> {
  await transact(call, async (inside) => {
    await endMembership(inside.db, userId);
    return inside.stored({ action: 'member.removed', subject: { kind: 'member', id: userId } });
  });
  return answer(null, { status: 204 });
}

/** The accounts of members, and of who invited them. */
function peopleOf({ db }: MemberCall, members: readonly MemberRecord[]): Promise<UserRecord[]> {
  const ids = members.flatMap(({ user_id, invited_by }) => [user_id, invited_by ?? user_id]);
  return findUsers(db.system, [...new Set(ids)]);
}

interface MemberParts {
  member: MemberRecord;
  user: UserRecord;
  people: readonly UserRecord[];
}

function serializeMember({ person }: MemberCall, { member, user, people }: MemberParts): Member {
  const { role, created_at, invited_by } = member;
  return {
    ...serializeUser(user),
    role,
    added_at: created_at.toISOString(),
    is_you: user._id === person.id,
    invited_by: people.find(({ _id }) => _id === invited_by)?.name ?? null,
  };
}
