import { findProjects, noteInProject, type SystemInside, transactSystem } from '../../../projects/index.ts';
import { unionOf } from '../../../contract/access.ts';
import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import type { WriteResult } from '../../../core/context/index.ts';
import type { UserRecord } from '../../users/schema.ts';
import { auditedRole, giveRole, ownsAllProjectsOf } from '../../users/membership.ts';
import { checkNewPassword } from '../../users/password/password-rules.ts';
import { createAccount, emailOf, storePassword } from '../../users/accounts.ts';
import { dropSecondFactor } from '../../users/second-factor-repository.ts';
import { findMember, findMemberships, findUser, findUserByEmail } from '../../users/repository.ts';
import { hashPassword } from '../../users/password/password.ts';
import { isClosed, type SessionStart } from '../../users/sessions.ts';
import { actingIn, auditedAccount, beginIn, personActor } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import { endLinksTo, findLink, takeLink } from './link-repository.ts';
import { accountWith } from '../password-sign-in.ts';
import type { AccessLinkRecord, UseLink } from './link-schema.ts';
import { invalidLink } from './links.ts';
import type { Session } from '../schema.ts';
import { requireSecondStep } from '../second-factor/second-step.ts';
import { ownAccount, requireSignedIn, sessionOf, sessionStart, startedSession } from '../session.ts';

/**
 * Does what a link is for, once: the first request has it, the other gets invalid_link.
 * @throws invalid_link, member_elsewhere, email_taken, invalid_credentials, account_disabled, too_many_attempts,
 * missing_required_field, invalid_field_value
 */
export function useLink(context: AccountContext, sent: UseLink): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    const link = await findLink(context.system, sent.token, context.now);
    if (link === null) throw invalidLink();
    if (link.kind !== 'invitation') return openAccount(context, link, sent);
    if (sent.email === undefined) return joinAsOneself(context, link);
    const isNew = sent.name !== undefined && sent.name.trim() !== '';
    return isNew ? joinWithNewAccount(context, link, sent) : joinBySignIn(context, link, sent);
  });
}

/** The signed-in person becomes a member; their session goes on. */
async function joinAsOneself(
  context: AccountContext,
  link: AccessLinkRecord,
): Promise<RouteResponse<Session>> {
  if (context.person === null) throw missing('email');
  const user = await ownAccount(context);
  await consume(context, link, async (tx) => {
    await join(tx, link, user);
    return tx.continued(); // the project's log has its row
  });
  return respond(await sessionOf(context, user, requireSignedIn(context).csrf), {});
}

async function joinBySignIn(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const user = await accountWith(context, { email: sent.email ?? '', password: given(sent) });
  await requireSecondStep(context, user); // then they join as who is signed in
  const opened = await consume(context, link, async (tx) => {
    const begun = await beginIn(tx, user, linkedStart(context, link, 'password'));
    await join(tx, link, user);
    return tx.stored(begun.audit, begun);
  });
  return startedSession(context, user, opened);
}

async function joinWithNewAccount(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const email = emailOf(sent.email ?? '');
  const password = given(sent);
  checkNewPassword(password, { email, projects: await namesOf(context.system, [link.project_id ?? '']) });
  if ((await findUserByEmail(context.system, email)) !== null) throw emailTaken();
  const hash = await hashPassword(password);
  const session = await consume(context, link, async (tx) => {
    const user = await createAccount(tx.system, { email, name: sent.name, hash }, context.now);
    const begun = await beginIn(tx, user, linkedStart(context, link, 'password'));
    await join(tx, link, user);
    return tx.stored([auditedAccount('account.created', user), begun.audit], { user, ...begun });
  });
  return startedSession(context, session.user, session);
}

/** Sets a new password, or just signs in: for the account that the link names, as the operator wants it. */
async function openAccount(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const userId = link.user_id ?? '';
  const hash = link.kind === 'sign_in' ? null : await newHash(context, userId, sent);
  const opened = await consume(context, link, async (tx) => {
    const { system } = tx;
    const user = await findUser(system, userId);
    if (user === null || isClosed(user)) throw invalidLink();
    await checkMaker(system, link);
    if (link.by !== null && !(await ownsAllProjectsOf(system, link.by, userId)))
      throw apiError('member_elsewhere', {});
    const audit = await byLink(system, link, { hash, now: context.now });
    const after = (await findUser(system, userId)) ?? user;
    tx.actsAs(personActor(after));
    const isHeld = link.kind === 'reset' && after.totp !== undefined; // a new password is no second factor
    const begun = isHeld ? null : await beginIn(tx, after, linkedStart(context, link, 'link'));
    return tx.stored([...audit, ...(begun === null ? [] : [begun.audit])], { user: after, begun });
  });
  if (opened.begun !== null) return startedSession(context, opened.user, opened.begun);
  await requireSecondStep(context, opened.user);
  throw invalidLink();
}

/** What the link is for, with the rows that tell of it. */
async function byLink(
  system: SystemDb,
  { _id, kind, by, user_id: userId = '' }: AccessLinkRecord,
  { hash, now }: { hash: string | null; now: Date },
): Promise<AuditEntry[]> {
  const detail = { link: _id };
  const entries: AuditEntry[] = [];
  if (hash !== null) {
    await storePassword(system, userId, { hash, reset: { by, at: now } });
    await endLinksTo(system, userId);
    entries.push({ ...auditedAccount('account.password_changed', { _id: userId }), detail });
  }
  if (kind === 'recover') {
    await dropSecondFactor(system, userId);
    entries.push({ ...auditedAccount('account.factor_removed', { _id: userId }), detail });
  }
  return entries;
}

/** A session that leads back to the link and its maker. */
function linkedStart(
  context: AccountContext,
  link: AccessLinkRecord,
  method: SessionStart['method'],
): SessionStart {
  return { ...sessionStart(context, method), link: { id: link._id, by: link.by } };
}

async function newHash({ system }: AccountContext, userId: string, sent: UseLink): Promise<string> {
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
  context: AccountContext,
  link: AccessLinkRecord,
  work: (tx: SystemInside) => Promise<WriteResult<T>>,
): Promise<T> {
  return transactSystem(context.system, actingIn(context), async (tx) => {
    if (!(await takeLink(tx.system, link._id, context.now))) throw invalidLink();
    return work(tx);
  });
}

/**
 * Makes the person a member. The person who made the invitation must still be an owner: no former owner comes back by a
 * link that they kept. A member gets the higher of both roles and the union of both grants.
 */
async function join(
  { system, writer }: SystemInside,
  link: AccessLinkRecord,
  user: UserRecord,
): Promise<void> {
  const { by, role = 'editor', project_id = '' } = link;
  await checkMaker(system, link);
  const db = system.project(project_id);
  if (by !== null && (await findMember(db, by))?.role !== 'owner') throw invalidLink();
  const before = await findMember(db, user._id);
  const invited = { role, grant: link.grant };
  const given = before === null ? invited : unionOf(before, invited);
  const member = await giveRole(db, user._id, { ...given, now: writer.now, invitedBy: by });
  const joined = { ...auditedRole(before, member), action: 'member.joined' } as const;
  await noteInProject(db, [{ ...joined, detail: { ...joined.detail, link: link._id } }], writer);
}

/** Links of an account that was closed meanwhile are closed with it. @throws invalid_link */
async function checkMaker(tx: SystemDb, { by }: AccessLinkRecord): Promise<void> {
  const maker = by === null ? null : await findUser(tx, by);
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
  return apiError('missing_required_field', { name }, { param: name });
}

function emailTaken(): Error {
  return apiError('email_taken', {}, { param: 'email' });
}
