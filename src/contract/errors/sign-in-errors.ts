import { row } from './error-row.ts';

/** Errors of accepted sign-in methods (specification: sign-in-methods). */
export const signInErrors = {
  sign_in_method_required: row(
    403,
    () => 'Sign in with an accepted method.',
    'The installation (SIGN_IN) accepts only some methods of sign-in. `methods` lists those that would do.',
  ),
  last_way_in: row(
    409,
    () => "You couldn't sign in anymore. Add another way to sign in first.",
    'An account keeps at least one accepted way to sign in: a password or a linked issuer.',
  ),
} as const;
