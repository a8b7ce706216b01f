import { row } from './error-row.ts';

/** Why a sign-in at an issuer was rejected. */
export type SsoReason = keyof typeof rejections;

const rejections = {
  state: () => 'This sign-in has ended or began in another browser. Start again.',
  denied: (label: string) => `You canceled the sign-in at ${label}.`,
  issuer_error: (label: string) => `${label} rejected the sign-in. Try again, or contact your operator.`,
  token: (label: string) => `The response of ${label} is not valid. Try again, or contact your operator.`,
  email_missing: (label: string) =>
    `${label} sent no e-mail address, and a new account needs one. Contact your operator.`,
  other_identity: (label: string) =>
    `Your account is linked to another person at ${label}. Contact your operator.`,
  groups_truncated: (label: string) => `${label} sent too many groups. Contact your operator.`,
  other_person: (label: string) =>
    `You signed in at ${label} as someone else. Use your linked account there.`,
  not_reauthenticated: (label: string) =>
    `${label} did not ask you to sign in again. Confirm that it is you another way.`,
} as const satisfies Record<string, (label: string) => string>;

/** Errors of sign-ins at issuers (specification: sign-in-issuers). */
export const ssoErrors = {
  not_invited: row<{ label: string }>(
    403,
    (d) =>
      `You don't have access yet. Ask an owner for an invitation. If you have an account, sign in to it and link ${d.label} under Account.`,
    'The issuer identified the person, but no account is linked, and neither an invitation nor a group gives access.',
  ),
  sso_rejected: row<{ label: string; reason: SsoReason }>(
    403,
    (d) => rejections[d.reason](d.label),
    'A sign-in at an issuer failed a check; `reason` says which. No session began and nothing was stored. [Single sign-on](security/single-sign-on.md#rejected-sign-ins) explains each reason.',
  ),
  sso_unavailable: row<{ label: string }>(
    503,
    (d) => `${d.label} isn't responding. Try again, or sign in another way.`,
    'The issuer did not respond within 5 seconds, or its response was a redirect, an error or too large. `galley sso check` shows the cause.',
  ),
  unknown_issuer: row(
    404,
    () => 'There is no such issuer in this installation. Choose another way to sign in.',
    'The operator lists issuers in OIDC_ISSUERS.',
  ),
  unknown_identity: row(
    404,
    () => 'There is no such linked sign-in. It may have been unlinked in the meantime.',
    'Linked sign-ins are listed under Your account.',
  ),
  identity_taken: row<{ label: string }>(
    409,
    (d) =>
      `This ${d.label} sign-in already belongs to an account, or your account already has another one. Unlink it first.`,
    'Each person at an issuer belongs to one account, and an account has one identity at each issuer.',
  ),
} as const;
