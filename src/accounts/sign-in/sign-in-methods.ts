import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, CurrentSession } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { SignInBounds, SignInKind } from '../../core/util/index.ts';
import { listPasskeys } from '../passkeys/repository.ts';
import type { PasskeyRecord } from '../passkeys/schema.ts';
import { listIdentities } from '../sso/identity-repository.ts';
import { findOwners } from '../users/repository.ts';
import type { UserRecord } from '../users/schema.ts';

/** Lists the sign-in methods of the installation: `password`, `passkey`, `sso:<name>`. */
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

interface SessionAcceptance extends Pick<CurrentSession, 'proofs'> {
  /** Whether a link or the set-up started the session. */
  isExempt: boolean;
}

/** An account, and what the installation accepts. */
interface AcceptingAccount {
  user: UserRecord;
  bounds: SignInBounds;
}

/** Lists the passkeys with which a person can sign in here. */
export async function listUsablePasskeys(
  system: SystemDb,
  { accepts, rpId }: SignInBounds,
  userId: string,
): Promise<PasskeyRecord[]> {
  if (!accepts.includes('passkey')) return [];
  return (await listPasskeys(system, userId)).filter(({ rp_id }) => rp_id === rpId);
}

/** Lists how a person can prove their identity again, in the order in which the dashboard offers them. */
export async function listProofMethods(
  system: SystemDb,
  { user, bounds }: AcceptingAccount,
): Promise<string[]> {
  const passkeys = await listUsablePasskeys(system, bounds, user._id);
  const hasPassword = user.password !== null && bounds.accepts.includes('password');
  const local = user.totp !== undefined ? ['totp', 'recovery_code'] : hasPassword ? ['password'] : [];
  const linked = await linkedMethods(system, bounds, user._id);
  return [...(passkeys.length > 0 ? ['passkey'] : []), ...local, ...linked];
}

/** Lists `sso:<name>` for the configured issuers that are linked to an account, if they are accepted. */
async function linkedMethods(system: SystemDb, bounds: SignInBounds, userId: string): Promise<string[]> {
  const { accepts, issuers } = bounds;
  if (!accepts.includes('sso') || issuers.list.length === 0) return [];
  const identities = await listIdentities(system, userId);
  const linked = issuers.list.filter(({ url }) => identities.some(({ issuer }) => issuer === url));
  return linked.map(({ name }) => `sso:${name}`);
}

/** Whether the account has something of its own to confirm with: a password, an authenticator app or a passkey. */
export async function hasLocalProof(system: SystemDb, { user, bounds }: AcceptingAccount): Promise<boolean> {
  if (user.password !== null || user.totp !== undefined) return true;
  return (await listUsablePasskeys(system, bounds, user._id)).length > 0;
}

/**
 * Rejects the removal of the last accepted way in. Runs inside a transaction. Something that is no way in, such as
 * a passkey of another domain, can be removed at any time.
 * @param removedWay - `password`, or the id of the passkey or identity
 * @throws last_way_in
 */
export async function requireOtherWayIn(
  system: SystemDb,
  account: AcceptingAccount,
  removedWay: string,
): Promise<void> {
  const ways = await listWaysIn(system, account);
  if (ways.length === 1 && ways[0] === removedWay) throw apiError('last_way_in', {});
}

/** Lists the accepted ways in: `password`, and the ids of usable passkeys and of identities. */
async function listWaysIn(system: SystemDb, { user, bounds }: AcceptingAccount): Promise<string[]> {
  const { accepts, issuers } = bounds;
  const passkeys = await listUsablePasskeys(system, bounds, user._id);
  const identities = accepts.includes('sso') ? await listIdentities(system, user._id) : [];
  const linked = identities.filter(({ issuer }) => issuers.list.some(({ url }) => url === issuer));
  const hasPassword = user.password !== null && accepts.includes('password');
  return [...(hasPassword ? ['password'] : []), ...[...passkeys, ...linked].map(({ _id }) => _id)];
}

/** The owners of all projects, and those of them whom no accepted method lets in. */
export async function examineOwners(
  system: SystemDb,
  bounds: SignInBounds,
): Promise<{ owners: UserRecord[]; lockedOut: UserRecord[] }> {
  const owners = await findOwners(system);
  const lockedOut: UserRecord[] = [];
  for (const user of owners)
    if ((await listWaysIn(system, { user, bounds })).length === 0) lockedOut.push(user);
  return { owners, lockedOut };
}
