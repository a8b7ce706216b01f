import type { ErrorCode } from '../../../../src/contract/errors/errors.ts';
import { counted, formatted } from '../../components/base/counted.ts';
import { displayableReason, labelOfParam } from './issue-reasons.ts';
import type { ErrorDetail } from './error-detail.ts';

/** The text that the dashboard shows for an error code. A function inserts values of the issue. */
type ErrorText = string | ((issue: ErrorDetail) => string);

const unexpectedError = 'Something went wrong. Reload this page and try again.';
const internalError = 'Something went wrong on our side. Try again in a moment.';
const invalidFilter = 'One of the filters isn’t valid. Change or remove it.';
const tooFarAhead = 'Choose a time within the next year.';

/** Returns the first group of the pattern in the message, such as a number. */
const extractPart = ({ message }: ErrorDetail, pattern: RegExp) => pattern.exec(message)?.[1];

/** Shows the API's message if it contains no term of the API. */
const reasonOr =
  (fallback: string): ErrorText =>
  (issue) =>
    displayableReason(issue.message) ?? fallback;

/** `Try again in 7 seconds.` */
function retryText(issue: ErrorDetail): string {
  const seconds = Number(extractPart(issue, /in (\d+) s\b/));
  if (Number.isNaN(seconds)) return 'Try again in a moment.';
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** ` (limit 20 MB)` if the message contains a limit of at least 1 MiB. */
function megabyteLimit(issue: ErrorDetail): string {
  const bytes = Number(extractPart(issue, /(\d+) bytes/));
  return bytes >= 2 ** 20 ? ` (limit ${Math.floor(bytes / 2 ** 20)} MB)` : '';
}

function tooLongText(noun: string) {
  return (issue: ErrorDetail) =>
    `This ${noun} is too long to save${megabyteLimit(issue)}. Move part of it to another entry.`;
}

function dateText(issue: ErrorDetail): string {
  const { message } = issue;
  if (message.includes('is not in the future') || message.includes('has passed'))
    return 'Choose a time in the future.';
  if (message.includes('one year')) return tooFarAhead;
  if (message.includes('1990')) return 'Choose a date in 1990 or later.';
  if (message.includes('is not later than') || message.includes('is not before'))
    return 'The end must be later than the publish date.';
  if (message.includes('is not a date')) return 'Enter a date and a time.';
  return 'This date isn’t possible here. Reload this page and check it.';
}

const areaNames: Readonly<Record<string, string>> = {
  content: 'entries',
  blog: 'the blog',
  kb: 'the knowledge base',
  authors: 'the authors',
  media: 'the media',
  project: 'releases and settings',
};

function noAccessText({ role, required }: ErrorDetail): string {
  if (required !== undefined) {
    const [kind, name = ''] = required.split(':');
    return `You no longer have access to ${kind === 'area' ? (areaNames[name] ?? labelOfParam(name)) : labelOfParam(name)}.`;
  }
  if (role === 'owner') return 'Only an owner of the project can do this.';
  if (role === 'editor') return 'Ask an editor or an owner to do this.';
  return 'You can only view this now. Ask an owner for edit access.';
}

const limitNouns: Readonly<Record<string, string>> = {
  keys_per_project_max: 'keys',
  webhook_endpoints_per_project_max: 'webhooks',
  releases_per_project_max: 'releases',
  entries_per_project_max: 'entries',
  articles_per_project_max: 'articles',
  locale_rows_per_project_max: 'entries in other languages',
  authors_per_project_max: 'authors',
  categories_per_project_max: 'categories',
  kb_shelves_per_project_max: 'collections and sections',
  media_per_project_max: 'files',
  pending_uploads_per_project_max: 'unfinished uploads',
  media_tags_per_project_max: 'tags on files',
  views_per_project_max: 'saved views',
  preview_links_per_project_max: 'preview links',
};

function limit({ limit: name = '', value = 0 }: ErrorDetail): string {
  const maximum = formatted(value);
  if (name === 'tags_per_asset_max') return `A file can have at most ${maximum} tags.`;
  if (name === 'projects_per_person_max') return `You can create at most ${counted(value, 'project')}.`;
  if (name === 'locale_row_bytes_per_write_max')
    return 'This text is too large in all languages together. Shorten it, or split the entry.';
  if (name === 'entries_per_clone_max')
    return `A release with more than ${maximum} entries can’t be copied. Ask the operator to raise this limit.`;
  const noun = limitNouns[name];
  if (noun === undefined) return 'This project has reached a limit. Delete something, or ask the operator.';
  return `This project can have at most ${maximum} ${noun}. Delete some, or ask the operator to raise this limit.`;
}

function restoreText(issue: ErrorDetail): string {
  const { message } = issue;
  const needed = /Restore the (?:type|block) “.+” first/.exec(message)?.[0];
  if (needed !== undefined) return `${needed}.`;
  if (message.includes('still being moved'))
    return 'Its entries are still being moved. Try again in a minute.';
  if (message.includes('no longer has its file')) return 'Its file is no longer stored.';
  if (message.includes('has at most')) return 'This release has too many types or blocks. Delete one first.';
  if (/content type ".*" was deleted/.test(message)) return 'Its type was deleted. Restore the type first.';
  const parent = extractPart(issue, /its (\w+) was deleted/);
  return parent === undefined
    ? 'It already exists again.'
    : `Its ${parent} was deleted. Restore the ${parent} first.`;
}

function secondFactorText({ message }: ErrorDetail): string {
  if (message.includes('recovery code')) return 'Too many wrong codes. Use a recovery code.';
  if (message.includes('too long')) return 'This sign-in took too long. Start over.';
  return 'This code is wrong, or it was used before. Try again.';
}

function unavailableText({ message }: ErrorDetail): string {
  return message.includes('open to the public')
    ? 'The files of this project are private, but their storage is open to the public. Ask the operator to close it.'
    : 'Galley is busy right now. Try again in a moment.';
}

function inUseText(issue: ErrorDetail): string {
  const uses = extractPart(issue, /^It is used: (.*)\. Open it/s);
  const where = uses === undefined ? 'Still in use.' : `Still in use: ${uses}.`;
  return `${where} Open it to see where, and to delete it anyway.`;
}

/** The text for each error code of the API. */
const texts: Readonly<Record<ErrorCode, ErrorText>> = {
  // Keys and the shape of requests: only an outdated page sends such requests
  missing_api_key: unexpectedError,
  invalid_api_key: unexpectedError,
  key_expired: unexpectedError,
  secret_key_required: unexpectedError,
  scope_required: unexpectedError,
  origin_not_allowed: unexpectedError,
  too_many_operations: unexpectedError,
  bulk_rejected: unexpectedError,
  invalid_preview_token: 'This preview has expired. Open it again.',
  unknown_endpoint: unexpectedError,
  method_not_allowed: unexpectedError,
  unsupported_media_type: unexpectedError,
  invalid_json: unexpectedError,
  unknown_parameter: unexpectedError,
  invalid_idempotency_key: unexpectedError,
  idempotency_key_reused: unexpectedError,
  not_a_collection: unexpectedError,
  not_a_singleton: unexpectedError,
  permanent_media_urls_unavailable: unexpectedError,
  csrf_token_invalid: 'This page is out of date. Reload it.',
  edit_conflict: 'Someone else changed the same text. Choose which version to keep.',

  // Load, and the service itself
  rate_limited: (issue) => `Too many changes at once. ${retryText(issue)}`,
  too_many_attempts: (issue) => `Too many attempts. ${retryText(issue)} Or ask an owner for a sign-in link.`,
  idempotency_in_progress: 'This is still being done. Try again in a moment.',
  internal_error: internalError,
  temporarily_unavailable: unavailableText,
  payload_too_large: tooLongText('text'),
  query_too_expensive: 'This takes too long. Add a filter, or open fewer items at a time.',
  limit_reached: limit,

  // Lists
  invalid_limit: unexpectedError,
  invalid_offset: unexpectedError,
  invalid_cursor: 'This list has changed. Reload this page.',
  too_many_ids: 'Too many items are selected. Select fewer.',
  invalid_parameter: invalidFilter,
  unknown_filter_field: 'A filter uses a field that was deleted. Remove the filter.',
  unsupported_filter_operator: invalidFilter,
  unknown_sort_field: 'This list is sorted by a field that was deleted. Sort it by another one.',
  unsortable_field: 'This list can’t be sorted by that field. Sort it by another one.',
  unknown_view: 'This saved view was deleted.',
  unknown_preview_link: 'This link expired or was revoked.',
  unknown_preview_item: 'It may have been deleted.',
  bulk_too_large: (issue) =>
    `Select at most ${extractPart(issue, /(\d[\d,]*)/) ?? 'a few'} entries at a time.`,
  bulk_job_running: (issue) =>
    `A bulk change by ${extractPart(issue, /by (.*) is still/) ?? 'someone'} is still running. Wait for it, or stop it.`,
  unknown_import: 'This import is no longer listed. Reports are kept for 7 days.',
  import_running: 'Another import into this project is running. Try again when it ends.',
  unknown_copy: 'This copy is no longer listed. Reports are kept for 7 days.',
  copy_running: 'You are already copying this project. Try again when the copy is complete.',
  unknown_template: 'This template is no longer offered. Choose another one.',
  unknown_bulk_job: 'This bulk change is no longer listed.',

  // Values
  missing_required_field: (issue) =>
    `${labelOfParam(issue.param ?? extractPart(issue, /"(.+)"/) ?? '')} is required.`,
  invalid_field_value: ({ param, message }) =>
    param === 'values' && message.includes('bytes')
      ? tooLongText('entry')({ code: 'invalid_field_value', message })
      : (displayableReason(message) ?? 'This value isn’t valid.'),
  unknown_field: 'This field was deleted from the type.',
  unknown_link: 'The linked item no longer exists. Choose something else.',
  entry_referenced: 'Other content still links to this. Remove those links first.',
  invalid_richtext_document: ({ message }) =>
    /bytes|at most|too (?:long|large|many|deep)/.test(message)
      ? 'This text is too long to save. Move part of it to another entry.'
      : 'This text contains something that can’t be saved. Undo your last change.',
  unknown_richtext_node: 'This text contains something that can’t be saved. Undo your last change.',
  field_value_taken: 'Another entry already has this value.',
  nothing_to_update: 'Nothing has changed.',
  revision_conflict: 'Someone else changed this in the meantime. Reload it, then try again.',
  blog_slug_taken: 'Another article already has this slug.',
  kb_slug_taken: 'Another article already has this slug.',
  slug_taken: 'This slug is already in use.',
  slug_is_final: 'This was published, so its slug can’t change: links to it would break.',
  block_not_allowed: 'This field doesn’t take this block.',
  blocks_too_deep: 'Blocks can’t be nested any deeper.',
  too_many_blocks: (issue) => displayableReason(issue.message) ?? 'This entry has too many blocks.',

  // Dates
  invalid_published_at: dateText,
  published_at_too_far_ahead: tooFarAhead,
  invalid_publish_at: dateText,
  invalid_unpublish_at: dateText,
  unpublish_at_too_far_ahead: tooFarAhead,

  // Content that is gone, or not published
  unknown_content_type: 'This type was deleted.',
  unknown_block: 'This block type was deleted.',
  unknown_entry: 'This entry was deleted.',
  unknown_release: 'This release was deleted.',
  entry_not_published: 'This entry isn’t published.',
  content_not_published: 'This has no published content yet.',
  unknown_blog_article: 'This article was deleted.',
  unknown_kb_article: 'This article was deleted.',
  blog_article_not_published: 'This article is a draft.',
  kb_article_not_published: 'This article is a draft.',
  blog_article_scheduled: 'This article isn’t published yet.',
  kb_article_scheduled: 'This article isn’t published yet.',
  kb_article_archived: 'This article is archived.',
  unknown_blog_category: 'This category was deleted.',
  unknown_kb_collection: 'This collection was deleted.',
  unknown_kb_section: 'This section was deleted.',
  unknown_author: 'This author was deleted.',
  unknown_media: 'This file was deleted.',
  unknown_version: 'This version is no longer stored.',
  not_in_trash: 'This is no longer in the trash. It was restored or removed.',
  cannot_be_restored: restoreText,
  approval_required: 'This project requires an approval before publishing. Ask someone to review the draft.',
  own_change: 'You wrote this draft or requested its review. Someone else must approve it.',
  unknown_comment: 'This comment was deleted.',
  nothing_to_review: 'There are no unpublished changes to review.',
  too_few_approvers: 'Approval needs two members who can publish. Invite another one first.',

  // Types, blocks and releases
  invalid_content_type: reasonOr('This type can’t be saved like this.'),
  invalid_field_definition: reasonOr('This setting isn’t valid.'),
  invalid_block: reasonOr('This block can’t be saved like this.'),
  content_type_kind_immutable: 'A type with one entry can’t become a list. Create a new type.',
  field_type_immutable: 'The type of a field can’t change. Add a new field instead.',
  field_being_removed: 'A deleted field with this key is still being cleared. Try again in a moment.',
  fields_would_be_removed: 'This change removes fields. Confirm that you want to remove them.',
  choice_in_use: 'Entries still use this choice. Change those entries first.',
  block_in_use: 'This block is still used. Remove it there first.',
  content_type_referenced: 'Fields of other types link to this type. Delete those fields first.',
  release_is_default: 'This release is live and can’t be deleted. Promote another one first.',
  release_not_ready: 'This release is still being copied. Try again in a moment.',
  load_in_progress: 'Content is being loaded into this project. Try again when that is done.',
  release_diverged: 'The live release has changed since this one was created. Compare the two first.',

  // Files
  upload_too_large: (issue) => `This file is too large${megabyteLimit(issue)}.`,
  invalid_file_name: 'This file name can’t be used. Use up to 255 characters and no slashes.',
  invalid_media_type: 'Files of this type can’t be uploaded.',
  media_in_use: inUseText,

  // Accounts, members and keys
  invalid_credentials: 'The email or the password is wrong.',
  not_signed_in: 'You’ve been signed out. Sign in to continue.',
  second_factor_required: 'Enter a code from your authenticator app, or a recovery code.',
  invalid_second_factor: secondFactorText,
  second_factor_set: 'Your account already has an authenticator app. Remove it before you add another one.',
  step_up_required: 'Confirm it’s you before you do this.',
  not_invited: ({ message }) => message,
  sso_rejected: ({ message }) => message,
  sso_unavailable: ({ message }) => message,
  unknown_issuer: 'This way to sign in no longer exists. Reload this page and choose another one.',
  unknown_identity: 'It was unlinked in the meantime. Reload this page.',
  identity_taken: ({ message }) => message,
  passkey_rejected: 'This passkey wasn’t accepted. Try again, or sign in another way.',
  sign_in_method_required: 'Sign in another way to continue.',
  second_factor_setup_required:
    'This project requires a second factor. Add a passkey or an authenticator app under Your account.',
  policy_locks_you_out: 'Your own session doesn’t meet this policy. Sign in that way first, then save again.',
  unknown_passkey: 'This passkey has already been removed.',
  member_from_group:
    'This person is a member through a group. Change what the group gives under Settings, or invite them.',
  last_way_in: 'You couldn’t sign in anymore. Add another way to sign in first.',
  role_required: noAccessText,
  invalid_scope: reasonOr('This access can’t be given.'),
  invalid_key_purpose: reasonOr('This kind of key can’t be created.'),
  invalid_key_expiry: 'A temporary key works for 1 to 90 days.',
  invalid_set_up_token: 'This isn’t the setup code from the service log.',
  account_disabled: 'This account is disabled. Contact the operator of this installation.',
  invalid_link: 'This link doesn’t work: it was used or withdrawn, or it has expired. Ask for a new one.',
  email_taken: 'An account with this email already exists. Sign in to that account.',
  member_elsewhere:
    'This person also belongs to a project that you don’t own. Ask the operator to give them access.',
  unknown_invitation: 'This invitation no longer exists: it was used or withdrawn, or it has expired.',
  unknown_session: 'This session has already ended.',
  set_up_done: 'This installation is already set up. Sign in.',
  unknown_project: 'You no longer have access to this project.',
  project_creation_refused: ({ message }) =>
    message.includes('owners')
      ? 'Only owners of a project can create another one. Ask the operator of this installation.'
      : 'Only the operator of this installation can create projects.',
  unknown_locale: 'This language doesn’t exist in the project.',
  invalid_locale: reasonOr('This language can’t be used.'),
  locale_not_ready: 'This language is still being prepared. Try again in a few seconds.',
  locale_taken: 'The project already has this language.',
  type_not_localized: 'This type has no translated fields.',
  locale_is_default: 'The default language can’t be removed.',
  locale_conflict: 'Two entries would have the same unique value in this language. Change one of them first.',
  locale_is_fallback: 'Other languages fall back to this one. Give them another fallback first.',
  unknown_member: 'This person is no longer a member.',
  last_owner: 'A project needs at least one owner. Make another member an owner first.',
  unknown_key: 'This key no longer exists.',
  unknown_webhook_endpoint: 'This webhook was deleted.',
  unknown_purge_target: 'This purge target was deleted.',
  too_many_purge_targets: (issue) =>
    `A project can have at most ${extractPart(issue, /(\d+)/) ?? 'a few'} purge targets. Delete one first.`,
  unknown_delivery: 'This delivery is no longer stored. Deliveries are kept for 30 days.',
};

/** The dashboard's text for an issue of the API. Codes of a newer service get a general text. */
export function textOf(issue: ErrorDetail): string {
  const text = Object.hasOwn(texts, issue.code) ? texts[issue.code as ErrorCode] : unexpectedError;
  return typeof text === 'string' ? text : text(issue);
}

/** The issue with the dashboard's text as its message. */
export function withDashboardText<T extends ErrorDetail>(issue: T): T {
  return { ...issue, message: textOf(issue) };
}

/** The text of an issue next to its field. */
export function textAtField({ code, message }: ErrorDetail, label: string): string {
  return code === 'missing_required_field' ? `${label} is required.` : message;
}
