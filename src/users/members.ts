import { problem } from '../contract/problem.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import type { MemberCall } from '../platform/http/dashboard-route.ts';
import {
  deleteMember,
  findMember,
  findUserByEmail,
  findUsers,
  listMembers,
  saveMember,
} from './repository.ts';
import type { AddMember, Member, MemberRecord, Role, UserRecord } from './schema.ts';
import { addMember, serializeUser } from './service.ts';

/** Everybody who may open the project, in the order in which they came. */
export async function membersOf(call: MemberCall): Promise<{ data: Member[] }> {
  const members = await listMembers(call.db);
  const people = await findUsers(
    call.db.system,
    members.map(({ user_id }) => user_id),
  );
  return {
    data: members.flatMap((member) => {
      const user = people.find(({ _id }) => _id === member.user_id);
      return user === undefined ? [] : [serializeMember(call, member, user)];
    }),
  };
}

/** Adds a person; who is new to the installation gets a password, answered this once. @throws invalid_field_value */
export async function inviteMember(call: MemberCall, sent: AddMember) {
  const { db, now } = call;
  const known = await findUserByEmail(db.system, sent.email.trim().toLowerCase());
  if (known !== null && (await findMember(db, known._id)) !== null) {
    const why = 'this person is a member already';
    throw problem('invalid_field_value', { name: 'email', why }, { param: 'email' });
  }
  const { user, password } = await addMember(db, sent, now);
  const member = await findMember(db, user._id);
  if (member === null) throw unknownMember(); // removed at the same moment
  return { member: serializeMember(call, member, user), password };
}

/** @throws unknown_member, last_owner */
export async function changeRole(call: MemberCall, userId: string, role: Role): Promise<Member> {
  const member = await call.transact(async ({ db }) => {
    const found = await findMember(db, userId);
    if (found === null) throw unknownMember();
    if (role !== 'owner') await keepOwner(await listMembers(db), userId);
    await saveMember(db, { ...found, role });
    return { ...found, role };
  });
  const [user] = await findUsers(call.db.system, [userId]);
  if (user === undefined) throw unknownMember();
  return serializeMember(call, member, user);
}

/** Their next request is refused. @throws unknown_member, last_owner */
export async function removeMember(call: MemberCall, userId: string): Promise<Answer<null>> {
  await call.transact(async ({ db }) => {
    if ((await findMember(db, userId)) === null) throw unknownMember();
    await keepOwner(await listMembers(db), userId);
    await deleteMember(db, userId);
  });
  return answer(null, { status: 204 });
}

/** Changes of one project meet in its row, so that two owners cannot both be the last to go. */
async function keepOwner(members: readonly MemberRecord[], leaving: string): Promise<void> {
  if (!members.some(({ role, user_id }) => role === 'owner' && user_id !== leaving))
    throw problem('last_owner', {});
}

function serializeMember(call: MemberCall, { role, created_at }: MemberRecord, user: UserRecord): Member {
  const is_you = user._id === call.person.id;
  return { ...serializeUser(user), role, added_at: created_at.toISOString(), is_you };
}

function unknownMember(): Error {
  return problem('unknown_member', {}, { param: 'userId' });
}
