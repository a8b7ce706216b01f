import { row } from './error-row.ts';

/** Errors of passkeys, accepted sign-in methods and the rules of projects (specification: sign-in-methods). */
export const signInErrors = {
  passkey_rejected: row(
    401,
    () => 'This passkey was not accepted. Try again, or sign in another way.',
    'The response is the same for every cause. A passkey works on the host that it was created for, and each attempt needs new options, which are valid for 5 minutes.',
  ),
  sign_in_method_required: row(
    403,
    () => 'Sign in with an accepted method.',
    'The installation (SIGN_IN), the project or the membership accepts only some methods of sign-in. `methods` lists the accepted ones.',
  ),
  second_factor_setup_required: row(
    403,
    () => 'This project requires a second factor. Add a passkey or an authenticator app under Your account.',
    'The installation (SECOND_FACTOR) or the project requires a second factor, and the account has none. Other projects and the account stay open.',
  ),
  unknown_passkey: row(
    404,
    () => 'There is no such passkey. It may have been removed in the meantime.',
    'Your passkeys are listed under Your account.',
  ),
  last_way_in: row(
    409,
    () => "You couldn't sign in anymore. Add another way to sign in first.",
    'An account keeps at least one accepted way to sign in: a password, a usable passkey or a linked issuer.',
  ),
  policy_locks_you_out: row(
    409,
    () => "Your own session doesn't meet these rules. Sign in that way first.",
    'The session of the owner who stores the rules of a project must meet them. The command line stores any rules: `galley project sign-in`.',
  ),
  member_from_group: row(
    409,
    () =>
      'This membership comes from a group. Change the role of the group under Settings, or invite the person.',
    'Groups give these memberships. An invitation turns one into a membership that you can change.',
  ),
} as const;
