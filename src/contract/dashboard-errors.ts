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
    'A session lasts 14 days and ends when the password changes.',
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
    (d) => `Too many attempts. Try again in ${d.retryAfter} s.`,
    'Sign-in attempts are limited for each e-mail and for each address.',
  ),
  invalid_set_up_token: row(
    403,
    () => 'This is not the set-up token that the service’s log printed.',
    'A new installation prints a one-time token in its log; whoever has it makes the first project.',
  ),
  set_up_done: row(409, () => 'This installation is set up already. Sign in.', 'Set-up happens once.'),
  invalid_preview_token: row(
    401,
    () => 'This preview is over. Open it again from the dashboard.',
    'A preview token opens the drafts of one project for at most an hour; send it as Authorization: Bearer.',
  ),
  unknown_project: row(
    404,
    () => 'There is no such project, or you are no member of it.',
    'Ask an owner to add you.',
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
