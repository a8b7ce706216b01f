import { givesMore, grantOf } from '../../contract/access.ts';
import { problem } from '../../contract/errors/problem.ts';
import { isSameJson } from '../../contract/fields/same-json.ts';
import { type Answer, answer, checkProof, type MemberCall } from '../../core/http/index.ts';
import { transact } from '../../core/context/index.ts';
import { serializeUser } from './accounts.ts';
import { checkNarrowable, grantFor } from './grant.ts';
import { auditedRole, endMembership, giveRole, unknownMember } from './membership.ts';
import { findMember, findUsers, listMembers } from './repository.ts';
import type { ChangeMember, Member, MemberRecord, UserRecord } from './schema.ts';

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

/**
 * Gives a member another role, or narrows what they may do to areas and types. An owner has no narrowing.
 * @throws unknown_member, nothing_to_update, invalid_scope, last_owner, step_up_required for what may do more
 */
export async function changeMember(call: MemberCall, userId: string, sent: ChangeMember): Promise<Member> {
  if (sent.role === undefined && sent.grant === undefined) throw problem('nothing_to_update', {});
  const asked = await grantFor(call.db, sent.grant);
  const member = await transact(call, async (inside) => {
    const before = await findMember(inside.db, userId);
    if (before === null) throw unknownMember();
    const role = sent.role ?? before.role;
    checkNarrowable(role, asked ?? undefined);
    const kept = role === 'owner' ? undefined : before.grant;
    const grant = asked === undefined ? kept : (asked ?? undefined);
    if (before.role === role && isSameJson(before.grant, grant)) return inside.unchanged(before);
    const isMore = givesMore(grantOf(role, grant), grantOf(before.role, before.grant));
    if (isMore) checkProof(inside.person, inside.now); // taking away never asks
    const after = await giveRole(inside.db, userId, { role, grant, now: inside.now });
    return inside.stored(auditedRole(before, after), after);
  });
  const people = await peopleOf(call, [member]);
  const user = people.find(({ _id }) => _id === userId);
  if (user === undefined) throw unknownMember();
  return serializeMember(call, { member, user, people });
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
  const { role, grant = null, created_at, invited_by } = member;
  return {
    ...serializeUser(user),
    role,
    grant,
    added_at: created_at.toISOString(),
    is_you: user._id === person.id,
    invited_by: people.find(({ _id }) => _id === invited_by)?.name ?? null,
  };
}
