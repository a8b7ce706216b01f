import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, CurrentSession } from '../../core/http/index.ts';
import type { SignInBounds, SignInKind } from '../../core/util/index.ts';
import type { UserRecord } from '../users/schema.ts';

/** Lists the sign-in methods of the installation: `password`, `passkey`, `sso:<name>`. */
export function acceptedMethods({ accepts }: SignInBounds): string[] {
  return accepts.filter((kind) => kind !== 'sso');
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
export function listProofMethods({ accepts }: SignInBounds, user: UserRecord): Promise<string[]> {
  if (user.totp !== undefined) return Promise.resolve(['totp', 'recovery_code']);
  return Promise.resolve(user.password !== null && accepts.includes('password') ? ['password'] : []);
}

interface SessionAcceptance extends Pick<CurrentSession, 'proofs'> {
  /** Whether a link or the set-up started the session. */
  isExempt: boolean;
}
