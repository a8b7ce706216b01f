import { row } from './error-row.ts';

/** Errors that only the dashboard's own API answers; clients with a key never meet them (contract, section 14). */
export const dashboardErrors = {
  invalid_credentials: row(
    401,
    () => 'E-mail and password do not belong together.',
    'The answer is the same for an unknown e-mail and a wrong password.',
  ),
  not_signed_in: row(
    401,
    () => 'You are not signed in, or your session ended. Sign in again.',
    'A session lasts 14 days. It ends when the password changes, and when an operator disables the account.',
  ),
  csrf_token_invalid: row(
    403,
    () => 'This page is out of date. Load it again.',
    'Every change carries the token of its session in X-CSRF-Token and comes from the dashboard’s own origin.',
  ),
  role_required: row<{ role: string }>(
    403,
    (d) => `This needs the role ${d.role}. Ask an owner of the project.`,
    'Owners may do everything, editors content and media.',
  ),
  too_many_attempts: row<{ retryAfter: number }>(
    429,
    (d) =>
      `Too many attempts. Try again in ${d.retryAfter} s, from a browser that you signed in from before, or by a link from an owner or the operator.`,
    'Wrong attempts are limited for each account and for each address. A browser that somebody signed in from before has a limit of its own, so that nobody else can lock them out.',
  ),
  invalid_set_up_token: row(
    403,
    () => 'This is not the set-up token that the service’s log printed.',
    'A new installation prints a one-time token in its log; whoever has it makes the first project.',
  ),
  account_disabled: row(
    403,
    () => 'This account is disabled. Ask the operator of this installation.',
    'An operator disables and enables accounts with `galley user disable` and `enable`.',
  ),
  invalid_link: row(
    404,
    () => 'This link is not valid: it was used, withdrawn, or its time is over. Ask for a new one.',
    'Links to join, and to set a new password, work once. An invitation lasts 7 days, a link to a new password 24 hours.',
  ),
  email_taken: row(
    409,
    () => 'There is an account with this e-mail already. Sign in with it.',
    'An e-mail belongs to one account of the installation.',
  ),
  member_elsewhere: row(
    409,
    () => 'This person is a member of a project that you do not own. Ask the operator to help them in.',
    'An owner gives somebody a new way in only where all projects of that person are theirs.',
  ),
  unknown_invitation: row(
    404,
    () => 'There is no such invitation. It may have been used or withdrawn, or its time is over.',
    'Open invitations are listed under Members.',
  ),
  unknown_session: row(
    404,
    () => 'There is no such session. It may have ended meanwhile.',
    'Your sessions are listed under Your account.',
  ),
  set_up_done: row(409, () => 'This installation is set up already. Sign in.', 'Set-up happens once.'),
  invalid_preview_token: row(
    401,
    () => 'This preview is over. Open it again from the dashboard.',
    'A preview token opens the drafts of one project for at most an hour, while whoever made it is a member and signed in; send it as Authorization: Bearer.',
  ),
  unknown_project: row(
    404,
    () => 'There is no such project, or you are no member of it.',
    'Ask an owner to invite you.',
  ),
  unknown_member: row(
    404,
    () => 'There is no such member in this project.',
    'They may have been removed meanwhile.',
  ),
  last_owner: row(409, () => 'A project keeps at least one owner. Make somebody else an owner first.', ''),
  unknown_key: row(404, () => 'There is no such key in this project.', 'Keys are listed under Settings.'),
  unknown_webhook_endpoint: row(
    404,
    () => 'There is no such webhook endpoint in this project.',
    'It may have been deleted meanwhile.',
  ),
  unknown_delivery: row(
    404,
    () => 'There is no such delivery; history is kept for 30 days.',
    'Deliveries older than 30 days are removed.',
  ),
  unknown_version: row(
    404,
    () => 'There is no such saved version.',
    'At most 100 versions of an item are kept.',
  ),
} as const;
