import { problem } from '../contract/problem.ts';
import { type Answer, answer } from '../platform/http/answer.ts';
import { visitorAddress } from '../platform/address.ts';
import type { AccountCall, Person } from '../platform/http/dashboard-route.ts';
import { SharedCounters } from '../platform/mongo/counters.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { createProject, findProjects } from '../projects/service.ts';
import { serializeUser } from '../users/service.ts';
import {
  addMember,
  changeUser,
  checkPassword,
  endSession,
  findMemberships,
  findSignedIn,
  hasUsers,
  openSession,
  setPassword,
  signIn,
  type SignedIn,
} from '../users/service.ts';
import type { ChangePassword, User } from '../users/schema.ts';
import type { OpenProjectList, Session, SetUp, SignIn } from './schema.ts';
import { isSetUpToken } from './set-up-token.ts';

/** Attempts to sign in for one e-mail, and for one address behind which an office may sit, in each window. */
const attemptsMax = { email: 10, address: 50 };
const windowSeconds = 300;

type Attempts = Record<keyof typeof attemptsMax, SharedCounters>;
const countersOf = new WeakMap<SystemDb, Attempts>();

/** Who is signed in, and which projects they may open. Answers nobody without a session: the sign-in page asks. */
export async function readSession(call: AccountCall): Promise<Session> {
  const { person, system } = call;
  if (person === null)
    return { user: null, csrf: null, projects: [], needs_set_up: !(await hasUsers(system)) };
  const { id, email, name } = person;
  return {
    user: { id, email, name },
    csrf: person.csrf,
    projects: await projectsOf(system, id),
    needs_set_up: false,
  };
}

/** The projects of whoever is signed in. */
export async function listProjects({ person, system }: AccountCall): Promise<OpenProjectList> {
  return { data: person === null ? [] : await projectsOf(system, person.id) };
}

/** @throws invalid_credentials, too_many_attempts */
export async function beginSession(call: AccountCall, sent: SignIn): Promise<Answer<Session>> {
  await limitAttempts(call, sent.email.trim().toLowerCase());
  const signedIn = await signIn(call.system, sent, call.now);
  if (call.person !== null) await endSession(call.system, call.person.sessionId); // never two under one cookie
  return sessionAnswer(call, signedIn);
}

export async function leaveSession(call: AccountCall): Promise<Answer<null>> {
  if (call.person !== null) await endSession(call.system, call.person.sessionId);
  return answer(null, { status: 204, session: null });
}

/**
 * Gives the person another password; every session ends and a new one begins here.
 * @throws invalid_credentials, too_many_attempts, invalid_field_value
 */
export async function changePassword(call: AccountCall, sent: ChangePassword): Promise<Answer<Session>> {
  const { email } = signedIn(call);
  await limitAttempts(call, email);
  const { user } = await checkPassword(call.system, { email, password: sent.current_password });
  await setPassword(call.system, user._id, sent.new_password);
  return sessionAnswer(call, { user, ...(await openSession(call.system, user, call.now)) });
}

/** Changes what others see of the person. */
export async function changeAccount(call: AccountCall, { name }: { name: string }): Promise<User> {
  const { id, email } = signedIn(call);
  await changeUser(call.system, id, { name: name.trim() || email });
  return { id, email, name: name.trim() || email };
}

function signedIn({ person }: AccountCall): Person {
  if (person === null) throw problem('not_signed_in', {});
  return person;
}

/** Makes the first project and its owner, with the one-time token of the log. @throws set_up_done, invalid_set_up_token */
export async function setUp(call: AccountCall, sent: SetUp): Promise<Answer<Session>> {
  await limitAttempts(call, 'set-up');
  if (await hasUsers(call.system)) throw problem('set_up_done', {});
  if (!(await isSetUpToken(call.system, sent.token))) throw problem('invalid_set_up_token', {});
  const { project } = await createProject(call.system, { name: sent.project, privateMedia: false }, call.now);
  const owner = { email: sent.email, role: 'owner' as const, password: sent.password };
  const { user } = await addMember(call.system.project(project._id), owner, call.now);
  const opened = await openSession(call.system, user, call.now);
  return sessionAnswer(call, { user, ...opened });
}

async function sessionAnswer(
  call: AccountCall,
  { user, session, token }: SignedIn & { token: string },
): Promise<Answer<Session>> {
  const projects = await projectsOf(call.system, user._id);
  return answer(
    { user: serializeUser(user), csrf: session.csrf, projects, needs_set_up: false },
    { session: token },
  );
}

async function projectsOf(system: SystemDb, userId: string): Promise<Session['projects']> {
  const memberships = await findMemberships(system, userId);
  const found = await findProjects(
    system,
    memberships.map(({ projectId }) => projectId),
  );
  return found.flatMap(({ _id, name, private_media }) => {
    const role = memberships.find(({ projectId }) => projectId === _id)?.role;
    return role === undefined ? [] : [{ id: _id, name, private_media, role }];
  });
}

/** Counts per e-mail and per address, so that neither one account nor one machine is guessed at for long. */
async function limitAttempts({ system, address }: AccountCall, email: string): Promise<void> {
  const counters = countersOf.get(system) ?? countersFor(system);
  countersOf.set(system, counters);
  for (const [what, key] of [['email', email] as const, ['address', visitorAddress(address)] as const]) {
    const state = await counters[what].take(key);
    if (state.refused)
      throw problem('too_many_attempts', { retryAfter: Math.ceil(state.msBeforeReset / 1000) });
  }
}

function countersFor(system: SystemDb): Attempts {
  const counting = (what: keyof Attempts) =>
    new SharedCounters(system, { name: `sign_in_${what}`, points: attemptsMax[what], windowSeconds });
  return { email: counting('email'), address: counting('address') };
}

/** Whose cookie this is, for the door. */
export async function findPerson(system: SystemDb, token: string, now: Date) {
  const found = await findSignedIn(system, token, now);
  if (found === null) return null;
  const { user, session } = found;
  return { id: user._id, email: user.email, name: user.name, sessionId: session._id, csrf: session.csrf };
}
