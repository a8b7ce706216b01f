import { transactSystem } from '../../projects/index.ts';
import { problem } from '../../contract/errors/problem.ts';
import { type AccountCall, type Answer, answer } from '../../core/http/index.ts';
import type { ChangePassword, SessionRecord, User, UserRecord } from '../users/schema.ts';
import { changeUser, findUser } from '../users/repository.ts';
import { checkNewPassword } from '../users/password/password-rules.ts';
import { deleteSessions as endSessions, listSessions } from '../users/session-repository.ts';
import { hashPassword, isPassword } from '../users/password/password.ts';
import { sessionName } from '../users/sessions.ts';
import { storePassword } from '../users/accounts.ts';
import { actingIn, auditedAccount, beginIn, endIn } from './audited.ts';
import { settleGuess } from './attempts.ts';
import { endLinksTo } from './links/link-repository.ts';
import type { OwnSession, Session } from './schema.ts';
import {
  knownBrowserCookie,
  ownAccount,
  requireSignedIn,
  sessionOf,
  sessionStart,
  startedSession,
} from './session.ts';

/**
 * Gives the person another password; every session ends and a new one begins here. Links to the account end too.
 * @throws invalid_credentials, too_many_attempts, invalid_field_value
 */
export async function changePassword(call: AccountCall, sent: ChangePassword): Promise<Answer<Session>> {
  const user = await ownAccount(call);
  await settleGuess(call, async () => {
    if (!(await isPassword(sent.current_password, user.password))) throw problem('invalid_credentials', {});
  });
  const { projects } = await sessionOf(call, user, '');
  const owner = { email: user.email, projects: projects.map(({ name }) => name) };
  checkNewPassword(sent.new_password, owner, 'new_password');
  const hash = await hashPassword(sent.new_password);
  const opened = await transactSystem(call.system, actingIn(call), async (inside) => {
    const { system } = inside;
    await storePassword(system, user._id, { hash });
    await endLinksTo(system, user._id);
    const after = (await findUser(system, user._id)) ?? user;
    const made = await beginIn(inside, user, sessionStart(call, methodOf(after)));
    const changed = auditedAccount('account.password_changed', user);
    return inside.stored([changed, made.audit], { after, ...made });
  });
  return startedSession(call, opened.after, opened);
}

/** Changes what others see of the person. */
export async function changeAccount(call: AccountCall, { name }: { name: string }): Promise<User> {
  const { id, email } = requireSignedIn(call);
  await transactSystem(call.system, actingIn(call), async (inside) => {
    await changeUser(inside.system, id, { name: name.trim() || email });
    return inside.stored(auditedAccount('account.changed', { _id: id }, ['name']));
  });
  return { id, email, name: name.trim() || email };
}

/** Where the person is signed in, the newest first. */
export async function ownSessions(call: AccountCall): Promise<{ data: OwnSession[] }> {
  const person = requireSignedIn(call);
  const found = await listSessions(call.system, person.id, call.now);
  return { data: found.map((session) => ownSessionForm(session, person.sessionId)) };
}

/** Ends one of the person's sessions; its next request is refused. @throws unknown_session */
export async function endOwnSession(call: AccountCall, id: string): Promise<Answer<null>> {
  const person = requireSignedIn(call);
  const found = await listSessions(call.system, person.id, call.now);
  const session = found.find(({ _id }) => sessionName(_id) === id);
  if (session === undefined) throw problem('unknown_session', {}, { param: 'id' });
  await transactSystem(call.system, actingIn(call), async (inside) =>
    inside.stored(await endIn(inside.system, session._id)),
  );
  return answer(null, { status: 204, ...(session._id === person.sessionId ? { session: null } : {}) });
}

/** Ends all of the person's sessions but this one; all other browsers are strangers again. */
export async function endOtherSessions(call: AccountCall): Promise<Answer<null>> {
  const { id, sessionId } = requireSignedIn(call);
  await transactSystem(call.system, actingIn(call), async (inside) => {
    await changeUser(inside.system, id, {}, { forgetsBrowsers: true });
    await endSessions(inside.system, id, sessionId);
    return inside.stored(auditedAccount('account.sessions_ended', { _id: id }));
  });
  return answer(null, { status: 204, browser: knownBrowserCookie(call, await ownAccount(call)) });
}

/** They sit in a session that had both steps, and have just given the password. */
function methodOf({ totp }: UserRecord) {
  return totp === undefined ? 'password' : 'password+totp';
}

function ownSessionForm(
  { _id, browser, address, method, created_at, seen_at, expires_at }: SessionRecord,
  own: string,
) {
  return {
    id: sessionName(_id),
    browser: browser ?? null,
    address: address ?? null,
    by_link: method === 'link',
    began_at: created_at.toISOString(),
    seen_at: seen_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    is_this: _id === own,
  };
}
