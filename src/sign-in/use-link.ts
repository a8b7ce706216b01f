import { problem } from '../contract/problem.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import type { AccountCall } from '../platform/http/dashboard-route.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import { findProjects } from '../projects/service.ts';
import type { UserRecord } from '../users/schema.ts';
import {
  checkNewPassword,
  createAccount,
  dropSecondFactor,
  emailOf,
  findMember,
  findMemberships,
  findUser,
  findUserByEmail,
  giveRole,
  hashPassword,
  isClosed,
  openSession,
  ownsAllProjectsOf,
  storePassword,
} from '../users/service.ts';
import { settleGuess } from './attempts.ts';
import { endLinksTo, findLink, takeLink } from './link-repository.ts';
import { accountWith } from './password-sign-in.ts';
import type { AccessLinkRecord, UseLink } from './link-schema.ts';
import { invalidLink } from './links.ts';
import type { Session } from './schema.ts';
import { requireSecondStep } from './second-factor/second-step.ts';
import { ownAccount, requireSignedIn, sessionOf, sessionStart, startedSession } from './session.ts';

/**
 * Does what a link is for, once: the first request has it, the other gets invalid_link.
 * @throws invalid_link, member_elsewhere, email_taken, invalid_credentials, account_disabled, too_many_attempts,
 * missing_required_field, invalid_field_value
 */
export function useLink(call: AccountCall, sent: UseLink): Promise<Answer<Session>> {
  return settleGuess(call, async () => {
    const link = await findLink(call.system, sent.token, call.now);
    if (link === null) throw invalidLink();
    if (link.kind !== 'invitation') return openAccount(call, link, sent);
    if (sent.email === undefined) return joinAsOneself(call, link);
    const isNew = sent.name !== undefined && sent.name.trim() !== '';
    return isNew ? joinAnew(call, link, sent) : joinBySignIn(call, link, sent);
  });
}

/** The signed-in person becomes a member; their session goes on. */
async function joinAsOneself(call: AccountCall, link: AccessLinkRecord): Promise<Answer<Session>> {
  if (call.person === null) throw missing('email');
  const user = await ownAccount(call);
  await consume(call, link, (inside) => join(inside, link, { user, now: call.now }));
  return answer(await sessionOf(call, user, requireSignedIn(call).csrf), {});
}

async function joinBySignIn(call: AccountCall, link: AccessLinkRecord, sent: UseLink) {
  const user = await accountWith(call, { email: sent.email ?? '', password: given(sent) });
  await requireSecondStep(call, user); // then they join as who is signed in
  const opened = await consume(call, link, async (inside) => {
    await join(inside, link, { user, now: call.now });
    return openSession(inside, user, {
      ...sessionStart(call, 'password'),
      link: { id: link._id, by: link.by },
    });
  });
  return startedSession(call, user, opened);
}

async function joinAnew(call: AccountCall, link: AccessLinkRecord, sent: UseLink) {
  const email = emailOf(sent.email ?? '');
  const password = given(sent);
  checkNewPassword(password, { email, projects: await namesOf(call.system, [link.project_id ?? '']) });
  if ((await findUserByEmail(call.system, email)) !== null) throw emailTaken();
  const hash = await hashPassword(password);
  const made = await consume(call, link, async (inside) => {
    const user = await createAccount(inside, { email, name: sent.name, hash }, call.now);
    await join(inside, link, { user, now: call.now });
    const start = { ...sessionStart(call, 'password'), link: { id: link._id, by: link.by } };
    return { user, ...(await openSession(inside, user, start)) };
  });
  return startedSession(call, made.user, made);
}

/** Sets a password anew, or just signs in: the account that the link names, as the operator's command says. */
async function openAccount(call: AccountCall, link: AccessLinkRecord, sent: UseLink) {
  const userId = link.user_id ?? '';
  const hash = link.kind === 'sign_in' ? null : await newHash(call, userId, sent);
  const opened = await consume(call, link, async (inside) => {
    const user = await findUser(inside, userId);
    if (user === null || isClosed(user)) throw invalidLink();
    await checkMaker(inside, link);
    if (link.by !== null && !(await ownsAllProjectsOf(inside, link.by, userId)))
      throw problem('member_elsewhere', {});
    if (hash !== null) {
      await storePassword(inside, userId, { hash, reset: { by: link.by, at: call.now } });
      await endLinksTo(inside, userId);
    }
    if (link.kind === 'recover') await dropSecondFactor(inside, userId);
    const after = (await findUser(inside, userId)) ?? user;
    if (link.kind === 'reset' && after.totp !== undefined) return { user: after, session: null };
    const start = { ...sessionStart(call, 'link'), link: { id: link._id, by: link.by } };
    return { user: after, ...(await openSession(inside, after, start)) };
  });
  if (opened.session !== null) return startedSession(call, opened.user, opened);
  await requireSecondStep(call, opened.user); // a new password is no second factor
  throw invalidLink();
}

async function newHash({ system }: AccountCall, userId: string, sent: UseLink): Promise<string> {
  const user = await findUser(system, userId);
  if (user === null) throw invalidLink();
  const memberships = await findMemberships(system, userId);
  const projects = await namesOf(
    system,
    memberships.map(({ projectId }) => projectId),
  );
  const password = given(sent);
  checkNewPassword(password, { email: user.email, projects });
  return hashPassword(password);
}

/** Takes the link away and does its work, or neither. @throws invalid_link when another request was quicker */
function consume<T>(
  { system, now, endsAt }: AccountCall,
  link: AccessLinkRecord,
  work: (inside: SystemDb) => Promise<T>,
): Promise<T> {
  return inTransaction(system, { dryRun: false, endsAt }, async (session) => {
    const inside = system.within(session);
    if (!(await takeLink(inside, link._id, now))) throw invalidLink();
    return work(inside);
  });
}

/**
 * Makes the person a member. Whoever made the invitation must still be an owner: nobody comes back by a link that they
 * kept. A role that the person has already is never lowered by one.
 */
async function join(
  inside: SystemDb,
  link: AccessLinkRecord,
  { user, now }: { user: UserRecord; now: Date },
): Promise<void> {
  const { by, role = 'editor', project_id = '' } = link;
  await checkMaker(inside, link);
  const db = inside.project(project_id);
  if (by !== null && (await findMember(db, by))?.role !== 'owner') throw invalidLink();
  const isOwner = (await findMember(db, user._id))?.role === 'owner';
  await giveRole(db, user._id, { role: isOwner ? 'owner' : role, now, invitedBy: by });
}

/** Links of an account that was closed meanwhile are closed with it. @throws invalid_link */
async function checkMaker(inside: SystemDb, { by }: AccessLinkRecord): Promise<void> {
  const maker = by === null ? null : await findUser(inside, by);
  if (by !== null && (maker === null || isClosed(maker))) throw invalidLink();
}

async function namesOf(system: SystemDb, projectIds: readonly string[]): Promise<string[]> {
  return (await findProjects(system, projectIds)).map(({ name }) => name);
}

function given({ password }: UseLink): string {
  if (password === undefined) throw missing('password');
  return password;
}

function missing(name: string): Error {
  return problem('missing_required_field', { name }, { param: name });
}

function emailTaken(): Error {
  return problem('email_taken', {}, { param: 'email' });
}
