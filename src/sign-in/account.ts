import { problem } from '../contract/problem.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import type { AccountCall } from '../platform/http/dashboard-route.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import type { ChangePassword, SessionRecord, User, UserRecord } from '../users/schema.ts';
import {
  changeUser,
  checkNewPassword,
  endSession,
  endSessions,
  findUser,
  hashPassword,
  isPassword,
  listSessions,
  openSession,
  sessionName,
  storePassword,
} from '../users/service.ts';
import { settleGuess } from './attempts.ts';
import { endLinksTo } from './link-repository.ts';
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
  const opened = await inTransaction(call.system, { dryRun: false, endsAt: call.endsAt }, async (session) => {
    const inside = call.system.within(session);
    await storePassword(inside, user._id, { hash });
    await endLinksTo(inside, user._id);
    const after = (await findUser(inside, user._id)) ?? user;
    return { after, ...(await openSession(inside, user, sessionStart(call, methodOf(after)))) };
  });
  return startedSession(call, opened.after, opened);
}

/** Changes what others see of the person. */
export async function changeAccount(call: AccountCall, { name }: { name: string }): Promise<User> {
  const { id, email } = requireSignedIn(call);
  await changeUser(call.system, id, { name: name.trim() || email });
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
  await endSession(call.system, session._id);
  return answer(null, { status: 204, ...(session._id === person.sessionId ? { session: null } : {}) });
}

/** Ends all of the person's sessions but this one; all other browsers are strangers again. */
export async function endOtherSessions(call: AccountCall): Promise<Answer<null>> {
  const { id, sessionId } = requireSignedIn(call);
  await changeUser(call.system, id, {}, { forgetsBrowsers: true });
  await endSessions(call.system, id, sessionId);
  return answer(null, { status: 204, browser: knownBrowserCookie(call, await ownAccount(call)) });
}

/** They sit in a session that had both steps, and have just given the password. */
function methodOf({ totp }: UserRecord) {
  return totp === undefined ? 'password' : 'password+totp';
}

function ownSessionForm(
  { _id, browser, method, created_at, seen_at, expires_at }: SessionRecord,
  own: string,
) {
  return {
    id: sessionName(_id),
    browser: browser ?? null,
    by_link: method === 'link',
    began_at: created_at.toISOString(),
    seen_at: seen_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    is_this: _id === own,
  };
}
