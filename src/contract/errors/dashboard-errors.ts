import { limits } from '../limits.ts';
import { tableLimits } from '../tables/limits.ts';
import { row } from './error-row.ts';

/** Errors of the dashboard's own API; requests with a key never get them (specification: dashboard). */
export const dashboardErrors = {
  invalid_credentials: row(
    401,
    () => 'The e-mail address or the password is wrong.',
    'The response is the same for an unknown e-mail address and a wrong password.',
  ),
  not_signed_in: row(
    401,
    () => 'You are not signed in, or your session has ended. Sign in again.',
    'A session lasts 14 days, unless the operator sets another time (SESSION_HOURS). It ends when the password changes, and when an operator disables the account.',
  ),
  second_factor_required: row(
    401,
    () => 'Enter a code of your authenticator app, or a recovery code.',
    'The account has a second factor. `ticket` completes the sign-in at POST /session/second-factor within 5 minutes, `methods` lists what it accepts.',
  ),
  invalid_second_factor: row<{ why: string }>(
    401,
    (d) => `${d.why}. Try again, or start the sign-in over.`,
    'A code of the authenticator app works once, for about a minute. Each recovery code works once. A sign-in accepts 5 codes within 5 minutes.',
  ),
  second_factor_set: row(
    409,
    () => 'Your account already has an authenticator app. Remove it before you add another one.',
    'An account has at most one authenticator app.',
  ),
  step_up_required: row(
    403,
    () => 'Confirm that it is you before you do this.',
    'Actions that give access ask for the second factor, or for the password of an account without one, when the last proof is older than 10 minutes. Projects can ask for it too: for a second factor, or when the last proof is older than their rules allow. `methods` lists the accepted proofs: one for POST /session/step-up, or a sign-in at an issuer.',
  ),
  edit_conflict: row(
    409,
    () => 'Someone else changed the same text. Choose which version to keep.',
    'A draft was saved with `merge`, and the stored draft has other changes of the same values. `conflicts` lists them with `base`, `mine` and `theirs`. Nothing was stored. Send the save again with `merge.resolve`, and with `current_revision` as If-Match.',
  ),
  csrf_token_invalid: row(
    403,
    () => 'This page is out of date. Reload it.',
    'Each change must send the token of its session in X-CSRF-Token and come from the origin of the dashboard.',
  ),
  role_required: row<{ role: string; required?: string }>(
    403,
    (d) =>
      d.required === undefined
        ? `This action requires the role ${d.role}. Contact an owner of the project.`
        : `Your membership does not include "${d.required}". Contact an owner of the project.`,
    'Owners can do everything, editors can publish, authors write drafts and upload files, viewers read. `role` is the lowest role that can do it. `required` names the area, type or locale that a narrowed membership leaves out.',
  ),
  invalid_scope: row<{ why: string }>(
    400,
    (d) => d.why,
    'The scopes of a key name what it may do: `read`, `draft`, `publish`, `schema`, `releases`. `draft` needs `read`, `publish` needs `draft`, `schema` and `releases` need `publish`. Publishable keys take `read` alone. `areas`, `types` and `releases` narrow a key, and `areas` and `types` a membership, to what the project has; `releases` as a permission stands beside none of them.',
  ),
  too_many_attempts: row<{ retryAfter: number }>(
    429,
    (d) =>
      `Too many attempts. Try again in ${d.retryAfter} s, from a browser in which you signed in before, or with a link from an owner or the operator.`,
    'Wrong attempts are limited for each account and for each IP address. A browser in which the person signed in before has its own limit, so that an attacker cannot lock that person out.',
  ),
  invalid_set_up_token: row(
    403,
    () => 'This is not the set-up token from the log of the service.',
    'A new installation writes a one-time token to its log. The first project is created with that token.',
  ),
  account_disabled: row(
    403,
    () => 'This account is disabled. Contact the operator of this installation.',
    'An operator disables and enables accounts with `galley user disable` and `enable`.',
  ),
  invalid_link: row(
    404,
    () => 'This link is not valid: it was used or withdrawn, or it has expired. Request a new link.',
    'Invitations and password links work once. An invitation expires after 7 days, a password link after 24 hours.',
  ),
  email_taken: row(
    409,
    () => 'An account with this e-mail address already exists. Sign in to that account.',
    'Each e-mail address belongs to one account of the installation.',
  ),
  member_elsewhere: row(
    409,
    () => 'This person is a member of a project that you do not own. The operator can give them access.',
    'An owner can create a password link only for people whose projects are all owned by that owner.',
  ),
  unknown_invitation: row(
    404,
    () => 'There is no such invitation. It may have been used or withdrawn, or it has expired.',
    'Open invitations are listed under Members.',
  ),
  unknown_session: row(
    404,
    () => 'There is no such session. It may have ended in the meantime.',
    'Your sessions are listed under Your account.',
  ),
  set_up_done: row(409, () => 'This installation is already set up. Sign in.', 'Set-up takes place once.'),
  invalid_preview_token: row(
    401,
    () => 'This preview has expired. Open it again in the dashboard, or ask for a new link.',
    'A preview token gives access to the drafts of one project for at most one hour, as long as the member who created it stays signed in. Send it as Authorization: Bearer.',
  ),
  unknown_project: row(
    404,
    () => 'There is no such project, or you are not a member of it.',
    'Ask an owner to invite you.',
  ),
  project_creation_refused: row<{ why: string }>(
    403,
    (d) => `You cannot create a project: ${d.why}.`,
    'The operator sets who can create projects in the dashboard (PROJECT_CREATION).',
  ),
  unknown_member: row(
    404,
    () => 'There is no such member in this project.',
    'The member may have been removed in the meantime.',
  ),
  last_owner: row(409, () => 'A project needs at least one owner. Make another member an owner first.', ''),
  unknown_key: row(
    404,
    () => 'There is no such key in this project.',
    'The dashboard lists keys under Keys.',
  ),
  unknown_webhook_endpoint: row(
    404,
    () => 'There is no such webhook endpoint in this project.',
    'It may have been deleted in the meantime.',
  ),
  unknown_purge_target: row(
    404,
    () => 'There is no such purge target in this project.',
    'It may have been deleted in the meantime.',
  ),
  too_many_purge_targets: row<{ most: number }>(
    409,
    (d) => `A project has at most ${d.most} purge targets. Delete one first.`,
    'Targets are listed under Delivery.',
  ),
  unknown_delivery: row(
    404,
    () => 'There is no such delivery. Deliveries are kept for 30 days.',
    'Deliveries older than 30 days are removed.',
  ),
  unknown_version: row(
    404,
    () => 'There is no such saved version.',
    'At most 100 versions of an item are kept.',
  ),
  not_in_trash: row<{ id: string }>(
    404,
    (d) => `The trash does not contain ${d.id}.`,
    `Items stay in the trash for ${limits.trash_days} days. It may have been restored or removed in the meantime.`,
  ),
  unknown_bulk_job: row(
    404,
    () => 'There is no such bulk change. Reports are kept for 7 days.',
    'It may have been dismissed in the meantime.',
  ),
  bulk_job_running: row<{ by: string }>(
    409,
    (d) => `A bulk change by ${d.by} is still running. Wait for its end, or stop it.`,
    'A project runs one bulk change at a time.',
  ),
  unknown_import: row(
    404,
    () => `There is no such import. Reports are kept for ${tableLimits.report_days} days.`,
    'It belongs to another project, or its report has expired.',
  ),
  import_running: row(
    409,
    () => 'Another import of this project is running. Try again when it ends.',
    'A project runs one import at a time.',
  ),
  unknown_copy: row(
    404,
    () => 'There is no such copy. Reports are kept for 7 days.',
    'It belongs to another project, or its report has expired.',
  ),
  copy_running: row(
    409,
    () => 'You are already copying this project. Try again when the copy is complete.',
    'A person copies a project once at a time.',
  ),
  unknown_template: row(
    404,
    () => 'There is no such template. It may no longer be offered.',
    'Owners offer their projects as templates under Settings.',
  ),
  bulk_too_large: row<{ most: number }>(
    400,
    (d) => `Select at most ${d.most.toLocaleString('en')} items at a time.`,
    'The operator sets how many items one bulk change takes (MAX_BULK_ITEMS).',
  ),
  media_in_use: row<{ places: string }>(
    409,
    (d) => `It is used: ${d.places}. Open it to see every place and to delete it anyway.`,
    'Files that are used, also in drafts and in other releases, are deleted one at a time.',
  ),
  unknown_preview_link: row(
    404,
    () => 'There is no such preview link. It may have expired or been revoked in the meantime.',
    'Open links are listed under Settings, Preview.',
  ),
  unknown_preview_item: row(
    404,
    () => 'There is no such item. It may have been deleted in the meantime.',
    'The item is in the trash, or the member can’t read it.',
  ),
  unknown_view: row(404, () => 'There is no such saved view.', 'It may have been removed in the meantime.'),
  own_change: row(
    409,
    () => 'You wrote this draft or requested its review. Someone else must approve it.',
    'A member who wrote the draft alone, or requested the review, can’t approve it.',
  ),
  unknown_comment: row(
    404,
    () => 'This comment was deleted.',
    'Someone deleted the comment or its whole thread.',
  ),
  nothing_to_review: row(
    409,
    () => 'There are no unpublished changes to review.',
    'Readers see the draft already, or will see it on its date.',
  ),
  too_few_approvers: row(
    409,
    () => 'Approval needs two members who can publish. Invite another one first.',
    'Nobody approves their own drafts, so one such member could never publish.',
  ),
  cannot_be_restored: row<{ why: string }>(
    409,
    (d) => `This item cannot be restored: ${d.why}.`,
    'Restore or create what the item needs, then restore the item.',
  ),
} as const;
