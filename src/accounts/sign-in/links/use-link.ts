import { findProjects, storeProjectAudit, type SystemTx, writeSystem } from '../../../projects/index.ts';
import { unionOf } from '../../../contract/access.ts';
import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import type { WriteResult } from '../../../core/context/index.ts';
import { newPasskey } from '../../passkeys/own-passkeys.ts';
import { deletePasskeys, insertPasskey } from '../../passkeys/repository.ts';
import type { Proof, UserRecord } from '../../users/schema.ts';
import { auditedRole, giveRole, ownsAllProjectsOf } from '../../users/membership.ts';
import { checkNewPassword } from '../../users/password/password-rules.ts';
import { checkEmail, createAccount, requireFreeEmail, storePassword } from '../../users/accounts.ts';
import { removeSecondFactor } from '../../users/second-factor-repository.ts';
import { changeUser, findMember, findMemberships, findUser } from '../../users/repository.ts';
import { deleteSessions } from '../../users/session-repository.ts';
import { hashPassword } from '../../users/password/password.ts';
import { isClosed, type SessionStart } from '../../users/sessions.ts';
import { accountWriter, auditedAccount, startSessionIn, personActor } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import { requireAccepted } from '../sign-in-methods.ts';
import { endLinksTo, findLink, takeInvitationLink, takeLink } from './link-repository.ts';
import { findAccountByPassword } from '../password-sign-in.ts';
import type { AccessLinkRecord, UseLink } from './link-schema.ts';
import { checkNewAccountPasskey } from './passkey-account.ts';
import { invalidLink } from './links.ts';
import type { Session } from '../schema.ts';
import { requireOne } from '../second-factor/require-one.ts';
import { requireSecondStep } from '../second-factor/second-step.ts';
import {
  findOwnAccount,
  requireSignedIn,
  serializeSession,
  sessionStart,
  respondWithSession,
} from '../session.ts';

/**
 * Performs the action of a link once; a concurrent second request gets invalid_link.
 * @throws invalid_link, member_elsewhere, email_taken, invalid_credentials, account_disabled,
 * too_many_attempts, missing_required_field, invalid_field_value, passkey_rejected
 */
export function useLink(context: AccountContext, sent: UseLink): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    const link = await findLink(context.system, sent.token, context.now);
    if (link === null) throw invalidLink();
    if (link.kind !== 'invitation') return openAccount(context, link, sent);
    if (sent.email === undefined) return joinSignedIn(context, link);
    const isNew = sent.name !== undefined && sent.name.trim() !== '';
    if (sent.passkey !== undefined && !isNew) throw missingField('name');
    return isNew ? joinWithNewAccount(context, link, sent) : joinBySignIn(context, link, sent);
  });
}

/** The signed-in person becomes a member and keeps the session. */
async function joinSignedIn(
  context: AccountContext,
  link: AccessLinkRecord,
): Promise<RouteResponse<Session>> {
  if (context.person === null) throw missingField('email');
  const user = await findOwnAccount(context);
  await consumeLink(context, link, async (tx) => {
    await joinProject(tx, link, user);
    return tx.continued(); // the row is in the project's log
  });
  return respond(await serializeSession(context, user, requireSignedIn(context)), {});
}

async function joinBySignIn(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const user = await findAccountByPassword(context, {
    email: sent.email ?? '',
    password: requirePassword(sent),
  });
  await requireSecondStep(context, user); // after it, the dashboard uses the link with that session
  const newSession = await consumeLink(context, link, async (tx) => {
    const newSession = await startSessionIn(tx, user, linkSessionStart(context, link, 'password'));
    await joinProject(tx, link, user);
    return tx.stored(newSession.audit, newSession);
  });
  return respondWithSession(context, user, newSession);
}

async function joinWithNewAccount(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const { name, password, passkey } = sent;
  requireOne({ password, passkey }, 'password');
  const email = checkEmail(sent.email ?? '');
  const hash = passkey === undefined ? await hashFirstPassword(context, link, { ...sent, email }) : null;
  const { credential, handle } =
    passkey === undefined ? {} : await checkNewAccountPasskey(context, link, { email, passkey });
  const method = passkey === undefined ? 'password' : 'passkey';
  const session = await consumeLink(context, link, async (tx) => {
    const user = await createAccount(tx.system, { email, name, hash, handle }, context.now);
    if (credential !== undefined)
      await insertPasskey(tx.system, newPasskey(context, { userId: user._id, credential }));
    const newSession = await startSessionIn(tx, user, linkSessionStart(context, link, method));
    await joinProject(tx, link, user);
    const entries: AuditEntry[] = [
      auditedAccount('account.created', user),
      ...(credential === undefined ? [] : [auditedAccount('account.passkey_added', user)]),
      newSession.audit,
    ];
    return tx.stored(entries, { user, ...newSession });
  });
  return respondWithSession(context, session.user, session);
}

async function hashFirstPassword(
  context: AccountContext,
  link: AccessLinkRecord,
  { email, ...sent }: UseLink & { email: string },
): Promise<string> {
  requireAccepted(context, 'password');
  const password = requirePassword(sent);
  checkNewPassword(password, {
    email,
    projects: await projectNames(context.system, [link.project_id ?? '']),
  });
  await requireFreeEmail(context.system, email);
  return hashPassword(password);
}

/** Sets a new password or only signs in, for the account of the link. */
async function openAccount(context: AccountContext, link: AccessLinkRecord, sent: UseLink) {
  const takesPassword = link.kind !== 'sign_in' && !isPasswordless(context, link);
  if (takesPassword || sent.password !== undefined) requireAccepted(context, 'password');
  const userId = link.user_id ?? '';
  const hash = takesPassword ? await hashNewPassword(context, userId, sent) : null;
  const result = await consumeLink(context, link, async (tx) => {
    const { system } = tx;
    const user = await findUser(system, userId);
    if (user === null || isClosed(user)) throw invalidLink();
    await checkCreator(system, link);
    if (link.by !== null && !(await ownsAllProjectsOf(system, link.by, userId)))
      throw apiError('member_elsewhere', {});
    const audit = await applyLink(system, link, { user, hash, now: context.now });
    const after = (await findUser(system, userId)) ?? user;
    tx.actsAs(personActor(after));
    // A password reset does not replace the second factor.
    const needsSecondStep = link.kind === 'reset' && after.totp !== undefined;
    const newSession = needsSecondStep
      ? null
      : await startSessionIn(tx, after, linkSessionStart(context, link, 'link'));
    return tx.stored([...audit, ...(newSession === null ? [] : [newSession.audit])], {
      user: after,
      newSession,
    });
  });
  if (result.newSession !== null) return respondWithSession(context, result.user, result.newSession);
  await requireSecondStep(context, result.user);
  throw invalidLink();
}

/** Applies the link to its account and returns the audit rows. */
async function applyLink(
  system: SystemDb,
  { _id, kind, by }: AccessLinkRecord,
  { user, hash, now }: { user: UserRecord; hash: string | null; now: Date },
): Promise<AuditEntry[]> {
  const { _id: userId } = user;
  const actions: Parameters<typeof auditedAccount>[0][] = [];
  if (hash !== null) {
    await storePassword(system, userId, { hash, reset: { by, at: now } });
    actions.push('account.password_changed');
  } else if (kind === 'recover') {
    // Without its second factor, a previous password must not open the account once passwords are on again.
    await changeUser(system, userId, { password: null, reset: null }, { resetsBrowsers: true });
    await deleteSessions(system, userId);
    if (user.password !== null) actions.push('account.password_removed');
  }
  if (kind !== 'sign_in') await endLinksTo(system, userId);
  if (kind === 'recover') {
    await removeSecondFactor(system, userId);
    actions.push('account.factor_removed');
    if ((await deletePasskeys(system, userId)) > 0) actions.push('account.passkey_removed');
  }
  return actions.map((action) => ({ ...auditedAccount(action, user), detail: { link: _id } }));
}

/** The start of a session that records the link and its creator. */
function linkSessionStart(
  context: AccountContext,
  link: AccessLinkRecord,
  method: SessionStart['method'],
): SessionStart {
  const { _id: id, by, kind } = link;
  const setsPassword = kind === 'reset' || (kind === 'recover' && !isPasswordless(context, link));
  const proofs: Proof[] | undefined = setsPassword ? ['link', 'password'] : undefined;
  return {
    ...sessionStart(context, method),
    ...(proofs === undefined ? {} : { proofs }),
    ...(kind === 'sign_in' && by === null ? { hasSecondFactor: true } : {}),
    link: { id, by, kind },
  };
}

/** Whether the link signs in without a new password because the installation accepts none. */
function isPasswordless({ bounds }: AccountContext, { kind }: AccessLinkRecord): boolean {
  return kind === 'recover' && !bounds.signIn.accepts.includes('password');
}

async function hashNewPassword({ system }: AccountContext, userId: string, sent: UseLink): Promise<string> {
  const user = await findUser(system, userId);
  if (user === null) throw invalidLink();
  const memberships = await findMemberships(system, userId);
  const projects = await projectNames(
    system,
    memberships.map(({ projectId }) => projectId),
  );
  const password = requirePassword(sent);
  checkNewPassword(password, { email: user.email, projects });
  return hashPassword(password);
}

/**
 * Deletes the link and runs its work in one transaction.
 * @throws invalid_link if another request used the link first
 */
function consumeLink<T>(
  context: AccountContext,
  link: AccessLinkRecord,
  work: (tx: SystemTx) => Promise<WriteResult<T>>,
): Promise<T> {
  return writeSystem(context.system, accountWriter(context), async (tx) => {
    if (!(await takeLink(tx.system, link._id, context.now))) throw invalidLink();
    return work(tx);
  });
}

/** Uses an invitation inside a transaction that signs the person in another way. @throws invalid_link */
export async function takeInvitation(tx: SystemTx, id: string, user: UserRecord): Promise<void> {
  const link = await takeInvitationLink(tx.system, id, tx.writer.now);
  if (link === null) throw invalidLink();
  await joinProject(tx, link, user);
}

/**
 * Makes the person a member with the higher of both roles and the union of both grants. The rights of a group are
 * not added, because they end with the group. The creator of the invitation must still be an owner, so that a
 * previous owner can't rejoin with an old link.
 */
async function joinProject(
  { system, writer }: SystemTx,
  link: AccessLinkRecord,
  user: UserRecord,
): Promise<void> {
  const { by, role = 'editor', project_id = '' } = link;
  await checkCreator(system, link);
  const db = system.project(project_id);
  if (by !== null && (await findMember(db, by))?.role !== 'owner') throw invalidLink();
  const before = await findMember(db, user._id);
  const invitedAccess = { role, grant: link.grant };
  const access =
    before === null || before.source !== undefined ? invitedAccess : unionOf(before, invitedAccess);
  const member = await giveRole(db, user._id, { ...access, now: writer.now, invitedBy: by });
  const audited = { ...auditedRole(before, member), action: 'member.joined' } as const;
  await storeProjectAudit(db, [{ ...audited, detail: { ...audited.detail, link: link._id } }], writer);
}

/** Rejects links whose creator's account was closed meanwhile. @throws invalid_link */
async function checkCreator(tx: SystemDb, { by }: AccessLinkRecord): Promise<void> {
  const creator = by === null ? null : await findUser(tx, by);
  if (by !== null && (creator === null || isClosed(creator))) throw invalidLink();
}

async function projectNames(system: SystemDb, projectIds: readonly string[]): Promise<string[]> {
  return (await findProjects(system, projectIds)).map(({ name }) => name);
}

function requirePassword({ password }: UseLink): string {
  if (password === undefined) throw missingField('password');
  return password;
}

function missingField(name: string): Error {
  return apiError('missing_required_field', { name }, { param: name });
}
