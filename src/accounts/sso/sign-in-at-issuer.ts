import { type SystemTx, writeSystem } from '../../projects/index.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { GroupRole } from '../../contract/sign-in-policy.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { isDuplicateKey } from '../../core/mongo/index.ts';
import type { Issuer } from '../../core/util/index.ts';
import { applyGroups } from '../policy/apply-groups.ts';
import { findGroupRole } from '../policy/group-roles.ts';
import { accountWriter, auditedAccount, personActor, startSessionIn } from '../sign-in/audited.ts';
import { takeInvitation } from '../sign-in/links/use-link.ts';
import { hasLocalProof } from '../sign-in/sign-in-methods.ts';
import { endRequestSession, knownBrowserCookie, sessionStart } from '../sign-in/session.ts';
import { checkEmail, createAccount } from '../users/accounts.ts';
import { findUser, findUserByEmail } from '../users/repository.ts';
import { isClosed } from '../users/sessions.ts';
import type { UserRecord } from '../users/schema.ts';
import { adoptAccount } from './adopt-account.ts';
import { findIdentity, insertIdentity, storeIdentityUse } from './identity-repository.ts';
import type { IssuerPerson } from './issuer/claims.ts';
import { ssoRejected } from './issuer/exchange.ts';
import { auditedIdentity, newIdentity } from './link-identity.ts';
import type { FlowRecord } from './schema.ts';

export interface SignInParts {
  flow: FlowRecord;
  issuer: Issuer;
  person: IssuerPerson;
  /** The projects that give roles to groups of the issuer. */
  projects: readonly { projectId: string; roles: readonly GroupRole[] }[];
}

/**
 * Signs a person in. Account, identity and invitation are one transaction, each membership from a group another,
 * and the session the last, so that the next sign-in completes an interrupted one.
 * @throws account_disabled, not_invited, email_taken, invalid_link, sso_rejected
 */
export async function signInAtIssuer(
  context: AccountContext,
  parts: SignInParts,
): Promise<{ session: string; sessionHours: number; browser: string }> {
  const { issuer, person, projects } = parts;
  const userId = await findOrCreateAccount(context, parts);
  const user = await findUser(context.system, userId);
  if (user === null || isClosed(user)) throw apiError('account_disabled', {});
  const groups = person.groups ?? [];
  await applyGroups(context, user, { issuer: issuer.name, groups, projects });
  const token = await startIssuerSession(context, user, parts);
  await endRequestSession(context); // a browser has one session
  return { session: token, sessionHours: issuer.sessionHours, browser: knownBrowserCookie(context, user) };
}

async function startIssuerSession(
  context: AccountContext,
  user: UserRecord,
  { issuer, person }: SignInParts,
): Promise<string> {
  const { authenticatedAt, hasSecondFactor } = person;
  const { now, system } = context;
  const account = { user, bounds: context.bounds.signIn };
  const isOnlyWay = authenticatedAt === null && !(await hasLocalProof(system, account));
  const statedAt =
    authenticatedAt === null ? null : new Date(Math.min(authenticatedAt.getTime(), now.getTime()));
  return writeSystem(system, accountWriter(context, user), async (tx) => {
    const { token, audit } = await startSessionIn(tx, user, {
      ...sessionStart(context, `sso:${issuer.name}`),
      ...{ hasSecondFactor, durationHours: issuer.sessionHours },
      confirmedAt: isOnlyWay ? now : statedAt,
    });
    return tx.stored(audit, token);
  });
}

/** Finds the account of the person by the rules of the specification, or creates it. @returns its id */
async function findOrCreateAccount(context: AccountContext, parts: SignInParts): Promise<string> {
  const linkedId = await useLinkedAccount(context, parts);
  if (linkedId !== null) return linkedId;
  try {
    return await linkOrCreateAccount(context, parts);
  } catch (error) {
    // Another sign-in of this person was faster, and its account is the one.
    const mayBeLate = isDuplicateKey(error) || error instanceof ApiError;
    const otherId = mayBeLate ? await useLinkedAccount(context, withoutInvitation(parts)) : null;
    if (otherId !== null) return otherId;
    throw error;
  }
}

async function useLinkedAccount(
  context: AccountContext,
  { flow, issuer, person }: SignInParts,
): Promise<string | null> {
  const { system, now } = context;
  const identity = await findIdentity(system, { issuer: issuer.url, sub: person.sub });
  if (identity === null) return null;
  const user = await findUser(system, identity.user_id);
  context.attemptedAccount.user = identity.user_id;
  if (user === null || isClosed(user)) throw apiError('account_disabled', {});
  const { invitation } = flow;
  if (invitation !== undefined)
    await writeSystem(system, accountWriter(context, user), async (tx) => {
      await takeInvitation(tx, invitation, user);
      return tx.continued(); // the row is in the project's log
    });
  await storeIdentityUse(system, identity._id, now);
  return user._id;
}

async function linkOrCreateAccount(context: AccountContext, parts: SignInParts): Promise<string> {
  const { flow, issuer, person } = parts;
  const email = validEmail(person.email);
  const owner = email === null ? null : await findUserByEmail(context.system, email);
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
  if (owner !== null && person.isEmailVerified && issuer.emailDomains.includes(domain)) {
    context.attemptedAccount.user = owner._id;
    return adoptAccount(context, owner, parts);
  }
  if (flow.invitation === undefined && !hasGroupRole(parts)) throw apiError('not_invited', issuer);
  if (email === null) throw ssoRejected(issuer, 'email_missing');
  if (owner !== null) throw apiError('email_taken', {});
  return writeSystem(context.system, accountWriter(context), (tx) => createLinked(tx, { email, ...parts }));
}

async function createLinked(tx: SystemTx, { flow, issuer, person, email }: SignInParts & { email: string }) {
  const { system, writer } = tx;
  const account = { email, name: person.name ?? undefined, hash: null };
  const user = await createAccount(system, account, writer.now);
  tx.actsAs(personActor(user));
  await insertIdentity(system, newIdentity({ userId: user._id, now: writer.now }, issuer, person));
  if (flow.invitation !== undefined) await takeInvitation(tx, flow.invitation, user);
  const entries: AuditEntry[] = [
    auditedAccount('account.created', user),
    auditedIdentity('account.identity_added', user._id, issuer.name),
  ];
  return tx.stored(entries, user._id);
}

function hasGroupRole({ issuer, person, projects }: SignInParts): boolean {
  const groups = { issuer: issuer.name, groups: person.groups ?? [] };
  return projects.some(({ roles }) => findGroupRole(roles, groups) !== undefined);
}

function withoutInvitation(parts: SignInParts): SignInParts {
  const { invitation: _used, ...flow } = parts.flow;
  return { ...parts, flow };
}

/** The address in its stored form; null if it is missing or invalid. */
function validEmail(email: string | null): string | null {
  if (email === null || email.length > 320) return null;
  try {
    return checkEmail(email);
  } catch {
    return null;
  }
}
