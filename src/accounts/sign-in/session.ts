import { findProjects, localesOf, writeSystem } from '../../projects/index.ts';
import { withLocaleCodes } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { mayCreateProjects } from '../../contract/project-creation.ts';
import { visitorAddress } from '../../core/counters/index.ts';
import { type AccountContext, type RouteResponse, respond, type Person } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { findBlock } from '../policy/blocked.ts';
import { policyOf } from '../policy/session-rules.ts';
import type { SessionRecord, UserRecord } from '../users/schema.ts';
import { findMemberships, findUser, hasUsers } from '../users/repository.ts';
import { findSignedIn, type SessionStart } from '../users/sessions.ts';
import { serializeUser } from '../users/accounts.ts';
import { type NewProof, storeProof } from '../users/session-repository.ts';
import { describeSession, hasSecondFactorProof } from '../users/session-proofs.ts';
import { accountWriter, endSessionIn } from './audited.ts';
import { issuerLogoutUrl } from '../sso/issuer/logout.ts';
import type { OpenProjectList, Session, SignedOut } from './schema.ts';
import { acceptedMethods, isAcceptedSession, listProofMethods } from './sign-in-methods.ts';

const signedOutSession = {
  user: null,
  csrf: null,
  projects: [],
  may_create_projects: false,
  current: null,
  second_factor: null,
};

/**
 * Returns the signed-in person and their projects. Without a session it returns no person, because the
 * sign-in page reads it.
 */
export async function readSession(context: AccountContext): Promise<Session> {
  const { person, system, bounds } = context;
  const user = person === null ? null : await findUser(system, person.id);
  if (person === null || user === null) {
    const hint = bounds.signInHint === '' ? {} : { sign_in_hint: bounds.signInHint };
    const needs_set_up = !(await hasUsers(system));
    return { ...signedOutSession, sign_in: serializeSignIn(context), needs_set_up, ...hint };
  }
  return serializeSession(context, user, person);
}

/** Lists the projects of the signed-in person. */
export async function listProjects(context: AccountContext): Promise<OpenProjectList> {
  const { person } = context;
  return { data: person === null ? [] : await listOpenProjects(context, person.id, person) };
}

/** Signs out. A session that began at an issuer also gets the URL that signs out there, if it is known. */
export async function signOut(context: AccountContext): Promise<RouteResponse<SignedOut | null>> {
  await endRequestSession(context);
  const logoutUrl = issuerLogoutUrl(context);
  if (logoutUrl === null) return respond(null, { status: 204, session: null });
  return respond({ logout_url: logoutUrl }, { status: 200, session: null });
}

/** Ends the session of the request, if any. */
export async function endRequestSession(context: AccountContext): Promise<void> {
  const { person, system } = context;
  if (person === null) return;
  await writeSystem(system, accountWriter(context), async (tx) =>
    tx.stored(await endSessionIn(tx.system, person.sessionId)),
  );
}

/** The start of a session, from its request. */
export function sessionStart(
  { now, userAgent, address, bounds }: AccountContext,
  method: SessionStart['method'],
): SessionStart {
  const from = bounds.storesAddresses ? { address: visitorAddress(address) } : {};
  return { now, method, userAgent, ...from, durationHours: bounds.sessionHours };
}

/** Responds with the cookie of a new session and the cookie that makes the browser a known one. */
export async function respondWithSession(
  context: AccountContext,
  user: UserRecord,
  { session, token }: { session: SessionRecord; token: string },
): Promise<RouteResponse<Session>> {
  await endRequestSession(context); // a browser has one session
  const listMethods = () => listProofMethods(context.system, { user, bounds: context.bounds.signIn });
  const current = { session: describeSession(session), listProofMethods: listMethods };
  return respond(await serializeSession(context, user, { csrf: session.csrf, ...current }), {
    session: token,
    browser: knownBrowserCookie(context, user),
  });
}

/** The cookie that records that the account was signed in to from this browser. */
export function knownBrowserCookie({ browsers, browser, now }: AccountContext, user: UserRecord): string {
  return browsers.write(browser, { userId: user._id, epoch: user.browser_epoch ?? 0, at: now });
}

export function requireSignedIn({ person }: AccountContext): Person {
  if (person === null) throw apiError('not_signed_in', {});
  return person;
}

/** Adds a proof to the session of a person; with `at` it confirms the identity too. */
export function addProof(
  system: SystemDb,
  { sessionId, session }: Person,
  { proof, hasSecondFactor = hasSecondFactorProof([proof]), at }: Partial<NewProof> & Pick<NewProof, 'proof'>,
): Promise<void> {
  const newProof = { proof, hasSecondFactor, ...(at === undefined ? {} : { at }) };
  const { proofs, hasSecondFactor: hadSecondFactor } = session;
  return storeProof(system, sessionId, newProof, { proofs, hadSecondFactor });
}

/** Returns the account of the signed-in person. */
export async function findOwnAccount(context: AccountContext): Promise<UserRecord> {
  const user = await findUser(context.system, requireSignedIn(context).id);
  if (user === null) throw apiError('not_signed_in', {});
  return user;
}

/** Returns the session as the dashboard shows it. */
export async function serializeSession(
  context: AccountContext,
  user: UserRecord,
  person: Pick<Person, 'csrf' | 'session' | 'listProofMethods'>,
): Promise<Session> {
  const { csrf, session } = person;
  const { system, bounds } = context;
  const projects = await listOpenProjects(context, user._id, person);
  const roles = projects.map(({ role }) => role);
  const reset = user.reset ?? null;
  const by = reset?.by == null ? null : ((await findUser(system, reset.by))?.name ?? null);
  return {
    user: serializeUser(user),
    csrf,
    projects,
    may_create_projects: mayCreateProjects(bounds.projectCreation.creators, roles),
    needs_set_up: false,
    sign_in: serializeSignIn(context),
    current: {
      method: session.method,
      proofs: [...session.proofs],
      second_factor: session.hasSecondFactor,
      confirmed_at: session.confirmedAt?.toISOString() ?? null,
      expires_at: session.expiresAt.toISOString(),
    },
    second_factor: user.totp === undefined ? null : { recovery_codes_left: user.recovery?.length ?? 0 },
    ...(reset === null ? {} : { reset: { by, at: reset.at.toISOString() } }),
  };
}

function serializeSignIn({ bounds }: AccountContext): Session['sign_in'] {
  const { accepts, issuers } = bounds.signIn;
  const list = accepts.includes('sso') ? issuers.list : [];
  return {
    methods: acceptedMethods(bounds.signIn),
    issuers: list.map(({ name, label }) => ({ name, label })),
  };
}

/** Lists the projects of a person with their memberships, and why the session can't open some of them. */
export async function listOpenProjects(
  { system, bounds, now }: Pick<AccountContext, 'system' | 'bounds' | 'now'>,
  userId: string,
  { session, listProofMethods }: Pick<Person, 'session' | 'listProofMethods'>,
): Promise<Session['projects']> {
  const memberships = await findMemberships(system, userId);
  const projectIds = memberships.map(({ projectId }) => projectId);
  const openProjects: Session['projects'] = [];
  let proofMethods: Promise<string[]> | undefined; // read once for all projects
  const person = { session, listProofMethods: () => (proofMethods ??= listProofMethods()) };
  for (const project of await findProjects(system, projectIds)) {
    const { _id: id, name, private_media } = project;
    const member = memberships.find(({ projectId }) => projectId === id);
    if (member === undefined) continue;
    const { role } = member;
    const grant = member.grant === undefined ? null : withLocaleCodes(member.grant, localesOf(project).list);
    const rules = policyOf(project);
    const blocked = await findBlock({ member, rules }, person, { bounds: bounds.signIn, now });
    openProjects.push({ id, name, private_media, role, grant, blocked });
  }
  return openProjects;
}

/** Returns the person whose cookie this is, for the router; null if `SIGN_IN` doesn't accept the session. */
export async function findPerson(
  system: SystemDb,
  token: string,
  { now, bounds }: Pick<AccountContext, 'now' | 'bounds'>,
): Promise<Person | null> {
  const signedIn = await findSignedIn(system, token, now);
  if (signedIn === null) return null;
  const { user, session: record } = signedIn;
  const session = describeSession(record);
  // A reset link proves the new password; other links need no method that the installation accepts.
  const { method, isOperatorAccess, link } = session;
  const isExempt = isOperatorAccess || (method === 'link' && link?.kind !== 'reset');
  if (!isAcceptedSession(bounds.signIn, { proofs: session.proofs, isExempt })) return null;
  return {
    id: user._id,
    email: user.email,
    name: user.name,
    sessionId: record._id,
    csrf: record.csrf,
    session,
    listProofMethods: () => listProofMethods(system, { user, bounds: bounds.signIn }),
    enteredProjects: record.entered ?? [],
  };
}
