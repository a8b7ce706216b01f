import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, CurrentSession } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { SignInBounds, SignInKind } from '../../core/util/index.ts';
import { listIdentities } from '../sso/identity-repository.ts';
import type { UserRecord } from '../users/schema.ts';

/** Lists the sign-in methods of the installation: `password`, `sso:<name>`. */
export function acceptedMethods({ accepts, issuers }: SignInBounds): string[] {
  const issuerMethods = issuers.list.map(({ name }) => `sso:${name}`);
  return accepts.flatMap((kind) => (kind === 'sso' ? issuerMethods : [kind]));
}

/** @throws sign_in_method_required if the installation accepts no sign-in of this kind */
export function requireAccepted({ bounds }: Pick<AccountContext, 'bounds'>, kind: SignInKind): void {
  if (bounds.signIn.accepts.includes(kind)) return;
  throw apiError('sign_in_method_required', {}, { methods: acceptedMethods(bounds.signIn) });
}

/**
 * Whether the installation still accepts what a session proved. Links that sign in without a password keep
 * working when passwords are off, so that nobody is locked out.
 */
export function isAcceptedSession(bounds: SignInBounds, { proofs, isExempt }: SessionAcceptance): boolean {
  const methods = acceptedMethods(bounds);
  return isExempt || proofs.some((proof) => methods.includes(proof));
}

/** Lists how a person can prove their identity again, in the order in which the dashboard offers them. */
export async function listProofMethods(
  system: SystemDb,
  bounds: SignInBounds,
  user: UserRecord,
): Promise<string[]> {
  const hasPassword = user.password !== null && bounds.accepts.includes('password');
  const local = user.totp !== undefined ? ['totp', 'recovery_code'] : hasPassword ? ['password'] : [];
  return [...local, ...(await linkedMethods(system, bounds, user._id))];
}

/** Lists `sso:<name>` for the configured issuers that are linked to an account, if they are accepted. */
async function linkedMethods(system: SystemDb, bounds: SignInBounds, userId: string): Promise<string[]> {
  const { accepts, issuers } = bounds;
  if (!accepts.includes('sso') || issuers.list.length === 0) return [];
  const identities = await listIdentities(system, userId);
  const linked = issuers.list.filter(({ url }) => identities.some(({ issuer }) => issuer === url));
  return linked.map(({ name }) => `sso:${name}`);
}

/** Whether the account has something of its own to confirm with: a password or an authenticator app. */
export function hasLocalProof({ password, totp }: UserRecord): boolean {
  return password !== null || totp !== undefined;
}

/**
 * Rejects the removal of the last accepted way in. Runs inside a transaction.
 * @param removedId - the id of the identity
 * @throws last_way_in
 */
export async function requireOtherWayIn(
  system: SystemDb,
  { user, bounds }: { user: UserRecord; bounds: SignInBounds },
  removedId: string,
): Promise<void> {
  const { accepts, issuers } = bounds;
  if (accepts.includes('password') && user.password !== null) return;
  const identities = accepts.includes('sso') ? await listIdentities(system, user._id) : [];
  const isWayIn = ({ _id, issuer }: { _id: string; issuer: string }) =>
    _id !== removedId && issuers.list.some(({ url }) => url === issuer);
  if (!identities.some(isWayIn)) throw apiError('last_way_in', {});
}

interface SessionAcceptance extends Pick<CurrentSession, 'proofs'> {
  /** Whether a link or the set-up started the session. */
  isExempt: boolean;
}
