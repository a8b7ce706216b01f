import type { CurrentSession } from '../../core/http/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import { acceptedMethods } from '../sign-in/sign-in-methods.ts';
import type { MemberRecord } from '../users/schema.ts';

/** The error that the routes of a project return in a session. */
export interface Blocked {
  code: 'sign_in_method_required';
  /** Sign-in methods that would do. */
  methods: string[];
}

/**
 * Returns why a session can't open a project of the person; null if it can. Sessions from the operator's link and from
 * set-up always can.
 */
export function findBlock(
  { source }: Pick<MemberRecord, 'source'>,
  { proofs, isOperatorAccess }: Pick<CurrentSession, 'proofs' | 'isOperatorAccess'>,
  bounds: SignInBounds,
): Blocked | null {
  if (source === undefined || isOperatorAccess) return null;
  const method = `sso:${source.issuer}`;
  const isAccepted = acceptedMethods(bounds).includes(method); // false after the issuer was removed
  if (isAccepted && proofs.includes(method)) return null;
  return { code: 'sign_in_method_required', methods: [method] };
}
