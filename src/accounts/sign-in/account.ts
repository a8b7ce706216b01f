import { writeSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../core/http/index.ts';
import type { ChangePassword, Proof, SessionRecord, SignInMethod, User } from '../users/schema.ts';
import { changeUser, findUser, lockUser } from '../users/repository.ts';
import { checkNewPassword } from '../users/password/password-rules.ts';
import {
  deletePasswordSessions,
  deleteSessions as endSessions,
  listSessions,
} from '../users/session-repository.ts';
import { hashPassword, verifyPassword } from '../users/password/password.ts';
import { sessionName, type SessionStart } from '../users/sessions.ts';
import { storePassword } from '../users/accounts.ts';
import { accountWriter, auditedAccount, startSessionIn, endSessionIn } from './audited.ts';
import { settleGuess } from './attempts.ts';
import { requireAccepted, requireOtherWayIn } from './sign-in-methods.ts';
import { endLinksTo } from './links/link-repository.ts';
import type { OwnSession, Session } from './schema.ts';
import {
  knownBrowserCookie,
  findOwnAccount,
  requireSignedIn,
  listOpenProjects,
  sessionStart,
  respondWithSession,
} from './session.ts';

/**
 * Changes the person's password. Ends all sessions and links of the account and starts a new session.
 * @throws sign_in_method_required, invalid_credentials, too_many_attempts, invalid_field_value,
 * missing_required_field
 */
export async function changePassword(
  context: AccountContext,
  sent: ChangePassword,
): Promise<RouteResponse<Session>> {
  requireAccepted(context, 'password');
  const user = await findOwnAccount(context);
  await settleGuess(context, async () => {
    if (user.password === null && sent.current_password === undefined) return;
    if (sent.current_password === undefined) throw missingCurrentPassword();
    if (!(await verifyPassword(sent.current_password, user.password)))
      throw apiError('invalid_credentials', {});
  });
  const projects = await listOpenProjects(context, user._id, requireSignedIn(context));
  const owner = { email: user.email, projects: projects.map(({ name }) => name) };
  checkNewPassword(sent.new_password, owner, 'new_password');
  const hash = await hashPassword(sent.new_password);
  const result = await writeSystem(context.system, accountWriter(context), async (tx) => {
    const { system } = tx;
    await storePassword(system, user._id, { hash });
    await endLinksTo(system, user._id);
    const after = (await findUser(system, user._id)) ?? user;
    const session = await startSessionIn(tx, user, continueSession(context));
    const changed = auditedAccount('account.password_changed', user);
    return tx.stored([changed, session.audit], { after, ...session });
  });
  return respondWithSession(context, result.after, result);
}

/**
 * Removes the person's password. The links to the account end, and other sessions that began with it.
 * @throws last_way_in
 */
export async function removePassword(context: AccountContext): Promise<RouteResponse<null>> {
  const { id, sessionId } = requireSignedIn(context);
  await writeSystem(context.system, accountWriter(context), async (tx) => {
    const user = await lockUser(tx.system, id); // two last ways in must not be removed at once
    if (user === null) throw apiError('not_signed_in', {});
    if (user.password === null) return tx.continued();
    await requireOtherWayIn(tx.system, { user, bounds: context.bounds.signIn }, 'password');
    await changeUser(tx.system, id, { password: null, reset: null });
    await deletePasswordSessions(tx.system, id, sessionId);
    await endLinksTo(tx.system, id);
    return tx.stored(auditedAccount('account.password_removed', user));
  });
  return respond(null, { status: 204 });
}

/** Changes the name that others see. */
export async function changeAccount(context: AccountContext, { name }: { name: string }): Promise<User> {
  const { id, email } = requireSignedIn(context);
  await writeSystem(context.system, accountWriter(context), async (tx) => {
    await changeUser(tx.system, id, { name: name.trim() || email });
    return tx.stored(auditedAccount('account.changed', { _id: id }, ['name']));
  });
  return { id, email, name: name.trim() || email };
}

/** Lists the person's sessions, newest first. */
export async function ownSessions(context: AccountContext): Promise<{ data: OwnSession[] }> {
  const person = requireSignedIn(context);
  const sessions = await listSessions(context.system, person.id, context.now);
  return { data: sessions.map((session) => serializeOwnSession(session, person.sessionId)) };
}

/** Ends one of the person's sessions; its next request is rejected. @throws unknown_session */
export async function endOwnSession(context: AccountContext, id: string): Promise<RouteResponse<null>> {
  const person = requireSignedIn(context);
  const sessions = await listSessions(context.system, person.id, context.now);
  const session = sessions.find(({ _id }) => sessionName(_id) === id);
  if (session === undefined) throw apiError('unknown_session', {}, { param: 'id' });
  await writeSystem(context.system, accountWriter(context), async (tx) =>
    tx.stored(await endSessionIn(tx.system, session._id)),
  );
  return respond(null, { status: 204, ...(session._id === person.sessionId ? { session: null } : {}) });
}

/** Ends the person's other sessions, and all browsers count as unknown again. */
export async function endOtherSessions(context: AccountContext): Promise<RouteResponse<null>> {
  const { id, sessionId } = requireSignedIn(context);
  await writeSystem(context.system, accountWriter(context), async (tx) => {
    await changeUser(tx.system, id, {}, { resetsBrowsers: true });
    await endSessions(tx.system, id, sessionId);
    return tx.stored(auditedAccount('account.sessions_ended', { _id: id }));
  });
  return respond(null, { status: 204, browser: knownBrowserCookie(context, await findOwnAccount(context)) });
}

/** A new session in place of the request's, with its proofs and end, that also proves the password. */
function continueSession(context: AccountContext): SessionStart {
  const { session } = requireSignedIn(context);
  const proofs = [...new Set([...session.proofs, 'password'])] as Proof[];
  const { hasSecondFactor, expiresAt, link } = session;
  return {
    ...sessionStart(context, session.method as SignInMethod),
    ...{ proofs, hasSecondFactor, expiresAt },
    ...(link === null ? {} : { link }),
  };
}

function missingCurrentPassword(): Error {
  const name = 'current_password';
  return apiError('missing_required_field', { name }, { param: name });
}

function serializeOwnSession(
  { _id, browser, address, method, created_at, seen_at, expires_at }: SessionRecord,
  ownSessionId: string,
) {
  return {
    id: sessionName(_id),
    browser: browser ?? null,
    address: address ?? null,
    by_link: method === 'link',
    method: method ?? 'password',
    began_at: created_at.toISOString(),
    seen_at: seen_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    is_this: _id === ownSessionId,
  };
}
