import { writeProject } from '../../projects/index.ts';
import { givesMore, grantOf, withLocaleCodes } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import { type RouteResponse, respond, checkProof, type MemberContext } from '../../core/http/index.ts';
import { serializeUser } from './accounts.ts';
import { checkNarrowable, checkGrant } from './grant.ts';
import { auditedRole, endMembership, giveRole, unknownMember } from './membership.ts';
import { findMember, findUsers, listMembers } from './repository.ts';
import type { ChangeMember, Member, MemberRecord, UserRecord } from './schema.ts';

/** Lists the members of the project in the order in which they joined. */
export async function listProjectMembers(context: MemberContext): Promise<{ data: Member[] }> {
  const members = await listMembers(context.db);
  const people = await findPeople(context, members);
  return {
    data: members.flatMap((member) => {
      const user = people.find(({ _id }) => _id === member.user_id);
      return user === undefined ? [] : [serializeMember(context, { member, user, people })];
    }),
  };
}

/**
 * Changes a member's role, or limits the member to areas, types and locales. Owners have no limits.
 * @throws unknown_member, member_from_group, nothing_to_update, invalid_scope, last_owner, step_up_required if the member gains
 * rights
 */
export async function changeMember(
  context: MemberContext,
  userId: string,
  sent: ChangeMember,
): Promise<Member> {
  if (sent.role === undefined && sent.grant === undefined) throw apiError('nothing_to_update', {});
  const sentGrant = await checkGrant(context.db, sent.grant);
  const member = await writeProject(context, async (tx) => {
    const before = await findMember(tx.db, userId);
    if (before === null) throw unknownMember();
    if (before.source !== undefined) throw apiError('member_from_group', {}, { param: 'userId' });
    const role = sent.role ?? before.role;
    checkNarrowable(role, sentGrant ?? undefined);
    const previous = role === 'owner' ? undefined : before.grant;
    const grant = sentGrant === undefined ? previous : (sentGrant ?? undefined);
    if (before.role === role && isSameJson(before.grant, grant)) return tx.unchanged(before);
    const isMore = givesMore(grantOf(role, grant), grantOf(before.role, before.grant));
    if (isMore) await checkProof(tx.person, tx.now); // removing rights needs no step-up
    const after = await giveRole(tx.db, userId, { role, grant, now: tx.now });
    return tx.stored(auditedRole(before, after), after);
  });
  const people = await findPeople(context, [member]);
  const user = people.find(({ _id }) => _id === userId);
  if (user === undefined) throw unknownMember();
  return serializeMember(context, { member, user, people });
}

/** Removes a member, whose next request is rejected. @throws unknown_member, last_owner */
export async function removeMember(context: MemberContext, userId: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    await endMembership(tx.db, userId);
    return tx.stored({ action: 'member.removed', subject: { kind: 'member', id: userId } });
  });
  return respond(null, { status: 204 });
}

/** The accounts of members and of the people who invited them. */
function findPeople({ db }: MemberContext, members: readonly MemberRecord[]): Promise<UserRecord[]> {
  const ids = members.flatMap(({ user_id, invited_by }) => [user_id, invited_by ?? user_id]);
  return findUsers(db.system, [...new Set(ids)]);
}

interface MemberParts {
  member: MemberRecord;
  user: UserRecord;
  people: readonly UserRecord[];
}

function serializeMember({ person, project }: MemberContext, { member, user, people }: MemberParts): Member {
  const { role, grant, created_at, invited_by, source } = member;
  return {
    ...serializeUser(user),
    role,
    grant: grant === undefined ? null : withLocaleCodes(grant, project.locales.list),
    added_at: created_at.toISOString(),
    is_you: user._id === person.id,
    invited_by: people.find(({ _id }) => _id === invited_by)?.name ?? null,
    source: source === undefined ? null : { ...source, confirmed_at: source.confirmed_at.toISOString() },
  };
}
