import type { CurrentSession } from '../../core/http/index.ts';
import type { Proof, SessionRecord, SignInMethod } from './schema.ts';

/** Proofs that count as a second factor. A passkey verifies its user, so it is one alone. */
const secondFactors: readonly string[] = ['passkey', 'totp', 'recovery_code'];

/** The proofs of a sign-in by this method; a recovery code must be named instead of `totp`. */
export function proofsOf(method: SignInMethod): Proof[] {
  return method.split('+') as Proof[];
}

export function isSecondFactor(proof: string): boolean {
  return secondFactors.includes(proof);
}

export function hasSecondFactorProof(proofs: readonly Proof[]): boolean {
  return proofs.some(isSecondFactor);
}

/** Returns what a stored session proves. Sessions of older versions have no proofs. */
export function describeSession(session: SessionRecord): CurrentSession {
  const { method = 'password', created_at, expires_at, strong_at, link } = session;
  const proofs = session.proofs ?? proofsOf(method);
  return {
    method,
    proofs,
    hasSecondFactor: session.second_factor ?? hasSecondFactorProof(proofs),
    confirmedAt: strong_at === undefined ? created_at : strong_at,
    startedAt: created_at,
    expiresAt: expires_at,
    isOperatorAccess: method === 'set_up' || (link?.kind === 'sign_in' && link.by === null),
    link: link ?? null,
  };
}
