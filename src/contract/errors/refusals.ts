import type { ErrorCode } from './errors.ts';

/**
 * Rejections that are counted, with their descriptions: failed sign-ins, and requests rejected by role,
 * scope or step-up.
 */
export const countedRefusals = {
  invalid_credentials: 'a wrong password',
  invalid_second_factor: 'a wrong code',
  invalid_link: 'an invalid link',
  invalid_set_up_token: 'a wrong set-up token',
  account_disabled: 'a disabled account',
  too_many_attempts: 'too many attempts',
  passkey_rejected: 'a rejected passkey',
  sign_in_method_required: 'signed in by a method that is not accepted',
  second_factor_setup_required: 'no second factor',
  sso_rejected: 'a rejected sign-in at an issuer',
  not_invited: 'signed in at an issuer without an invitation',
  role_required: 'not allowed for the role',
  scope_required: 'outside the key’s scopes',
  step_up_required: 'identity not confirmed recently',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type CountedRejection = keyof typeof countedRefusals;

/** How often each code was returned. */
export type RejectionCounts = Partial<Record<CountedRejection, number>>;

export function isCountedRejection(code: ErrorCode): code is CountedRejection {
  return Object.hasOwn(countedRefusals, code);
}

/** Adds the numbers of `more` to `counts`. */
export function addCounts(counts: RejectionCounts, more: RejectionCounts): void {
  for (const [code, n] of Object.entries(more) as [CountedRejection, number][])
    counts[code] = (counts[code] ?? 0) + n;
}
