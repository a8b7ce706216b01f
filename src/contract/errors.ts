import { dashboardErrors } from './dashboard-errors.ts';
import { row } from './error-row.ts';

/**
 * Every error that the API can answer: its one status and the sentence that says what to do next
 * (spec, "Errors"; contract, section 5). `doc` is the longer text of the page under /docs/errors.
 */
type Named = { name: string };
type Why = { why: string };
type Slug = { slug: string };

export const apiErrors = {
  // Keys
  missing_api_key: row(
    401,
    () => 'Send your API key as "Authorization: Bearer <key>".',
    'Every request under /v1 carries a key. Make one with `galley key create` or in the dashboard, and send it in the Authorization header.',
  ),
  invalid_api_key: row(
    401,
    () => 'This API key is not valid. Check that it was copied whole, or make a new one.',
    'The key is malformed, unknown or revoked; the answer is the same for all three, so that nobody learns which keys once existed.',
  ),
  key_expired: row<{ expiredAt: string }>(
    401,
    (d) => `This session key expired at ${d.expiredAt}. Make a new key.`,
    'A session key ends 1 to 90 days after its creation. `expired_at` names the moment. A long-running service uses a key without an expiry.',
  ),
  secret_key_required: row(
    403,
    () => 'This needs a secret key (sk_...). Call it from a server, never from a browser.',
    'Publishable keys read published content and vote. Everything else takes a secret key, kept on a server.',
  ),
  origin_not_allowed: row<{ origin: string }>(
    403,
    (d) => `The origin ${d.origin} is not on this key's list. Add it to the key, scheme and port included.`,
    'A browser request with a publishable key must come from an origin on the key’s list. Scheme, host and port are compared exactly; a leading "www." is ignored.',
  ),
  invalid_key_purpose: row<Why>(
    400,
    (d) => d.why,
    'A key is `secret` or `publishable`. A key with an expiry cannot be publishable.',
  ),
  invalid_key_expiry: row(
    400,
    () => 'A session key lives 1 to 90 days. Leave the expiry out for a key that does not end.',
    'The expiry of a session key is a whole number of days from 1 to 90.',
  ),
  rate_limited: row<{ budget: string; retryAfter: number }>(
    429,
    (d) => `The ${d.budget} budget of this key is used up. Try again in ${d.retryAfter} s.`,
    'Each key has its own budgets per minute: read, write and vote. `Retry-After` tells when the refusal lifts; requests made while refused are not counted.',
  ),

  // Requests
  unknown_endpoint: row<{ method: string; path: string }>(
    404,
    (d) => `There is no endpoint ${d.method} ${d.path}. GET /v1/introspection lists them all.`,
    'The path is not one of the API’s. Check the version prefix and the spelling.',
  ),
  method_not_allowed: row<{ method: string; allowed: string }>(
    405,
    (d) => `${d.method} is not possible here. Allowed: ${d.allowed}.`,
    'The path exists, but not with this method. The `Allow` header lists those that do.',
  ),
  unsupported_media_type: row(
    415,
    () => 'Send the body as Content-Type: application/json.',
    'Bodies are JSON. Files are never sent here: ask POST /v1/media/uploads for an address to send them to.',
  ),
  payload_too_large: row<{ maxBytes: number }>(
    413,
    (d) => `The body is larger than ${d.maxBytes} bytes. Send less at a time.`,
    'Bodies are limited (4 MiB unless the operator says otherwise).',
  ),
  invalid_json: row<Why>(
    400,
    (d) => `The body could not be read: ${d.why}.`,
    'The body must be one JSON object in UTF-8, nested at most 100 deep.',
  ),
  invalid_parameter: row<Named & Why>(
    400,
    (d) => `The parameter ${d.name} ${d.why}.`,
    'A query parameter has a value of the wrong form, was given twice, or cannot stand beside another one.',
  ),
  unknown_parameter: row<Named>(
    400,
    (d) => `There is no parameter ${d.name} here. Names beginning with "_" or "utm_" are ignored.`,
    'The endpoint does not know this query parameter. It is refused rather than ignored, so that a typing mistake does not pass unseen.',
  ),
  nothing_to_update: row(
    400,
    () => 'The body changes nothing: send at least one field.',
    'A PATCH needs at least one key that says what to change.',
  ),
  invalid_idempotency_key: row(
    400,
    () => 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
    'Use a fresh random value (a UUID, say) for each operation, and the same one when you repeat it.',
  ),
  idempotency_key_reused: row(
    409,
    () => 'This Idempotency-Key was used with another request. Use a new one.',
    'An idempotency key belongs to one method, path and body. The first answer is kept for 24 hours.',
  ),
  idempotency_in_progress: row<{ isLost: boolean }>(
    409,
    ({ isLost }) =>
      isLost
        ? 'The first request with this Idempotency-Key was carried out, but its answer was lost. Read what it changed.'
        : 'The first request with this Idempotency-Key is still running. Ask again in a moment.',
    'Two requests with the same key ran at the same time; only one may.',
  ),
  revision_conflict: row<{ current: number }>(
    409,
    (d) => `Somebody changed this meanwhile; it is at revision ${d.current} now. Read it again and repeat.`,
    'The If-Match header named another revision than the current one, given as `current_revision`.',
  ),
  internal_error: row(
    500,
    () => 'Something went wrong on our side. Try again, and tell us the request_id if it stays.',
    'A fault of the service. The operator finds it in the log under the request id.',
  ),
  temporarily_unavailable: row(
    503,
    () => 'The service cannot reach what it needs just now. Try again shortly.',
    'The database or the object storage did not answer in time. `Retry-After` says when to try again; nothing half-written stays behind.',
  ),
  query_too_expensive: row<Named>(
    400,
    (d) => `This query takes too long because of ${d.name}. Narrow it with a filter that matches less.`,
    'Reads are bounded to two seconds of database time. `contains`, `ne`, `is_null` and deep offsets look at every entry; put an `eq` filter beside them.',
  ),

  // Reading custom content
  unknown_content_type: row<Slug>(
    404,
    (d) => `There is no content type "${d.slug}" in this release.`,
    '`available_types` lists the types of the release. Names are case-sensitive.',
  ),
  not_a_collection: row<Slug>(
    400,
    (d) => `"${d.slug}" is a singleton: it has one entry, read and written at /v1/content/${d.slug}.`,
    'Lists, entry ids and list parameters belong to collections.',
  ),
  not_a_singleton: row<Slug>(
    400,
    (d) => `"${d.slug}" is a collection: name the entry, /v1/content/${d.slug}/<entry id>.`,
    'PUT and PATCH on the type’s own path are for singletons.',
  ),
  entry_not_published: row<{ entryId: string }>(
    404,
    (d) => `Entry ${d.entryId} exists, but readers cannot see it. Publish it first.`,
    'The entry is a draft, or its date has not come yet; then `available_at` names the date.',
  ),
  content_not_published: row<Slug>(
    404,
    (d) => `"${d.slug}" has no published content yet. Publish it first.`,
    'The singleton is a draft, was never saved, or its date has not come yet; then `available_at` names the date.',
  ),
  unknown_entry: row<{ entryId: string }>(
    404,
    (d) => `No entry ${d.entryId} in this release. List the type to see its ids.`,
    'The id does not exist, or belongs to another type, release or project.',
  ),
  unknown_release: row<{ releaseId: string }>(
    404,
    (d) => `No release ${d.releaseId}. Leave "release" out for the default one.`,
    'The release does not exist in this project. A secret key can list the releases.',
  ),

  // Filtering and paging
  invalid_limit: row(
    400,
    () => 'limit is a whole number from 1 to 100.',
    'Limits outside 1 to 100 are refused, never clamped.',
  ),
  invalid_offset: row(
    400,
    () => 'offset is a whole number of at least 0.',
    'Offsets count items to pass over.',
  ),
  invalid_cursor: row(
    400,
    () =>
      'This cursor was not made by this list. Take next_cursor of the page before, with the same filters.',
    'A cursor belongs to its project, release, type and filters, and to the default order.',
  ),
  unknown_filter_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" to filter on.`,
    '`available_fields` lists the fields of the type.',
  ),
  unsupported_filter_operator: row<Named & { operator: string }>(
    400,
    (d) => `The field "${d.name}" cannot be filtered with "${d.operator}".`,
    '`available_operators` lists what the field’s type supports.',
  ),
  unknown_sort_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" to sort by.`,
    '`available_fields` lists the fields of the type; created_at, published_at and updated_at sort too.',
  ),
  unsortable_field: row<Named>(
    400,
    (d) => `The field "${d.name}" has no order to sort by.`,
    'Sortable are string, number, boolean, date, select and url fields, and the three timestamps.',
  ),
  too_many_ids: row(
    400,
    () => 'ids takes at most 50 ids. Ask in several requests.',
    'At most 50 ids in one request.',
  ),
  permanent_media_urls_unavailable: row(
    400,
    () => 'This project keeps its files private: image addresses expire. Leave media_urls out.',
    'Permanent addresses exist only where the bucket may be read by everyone.',
  ),

  // Writing
  missing_required_field: row<Named>(
    400,
    (d) => `The field "${d.name}" is required.`,
    'A required field must not be missing, null, an empty text, an empty list or an empty document.',
  ),
  invalid_field_value: row<Named & Why>(
    400,
    (d) => `The value of "${d.name}" does not fit: ${d.why}.`,
    '`expected` says what the field takes, `got` what was sent. Nothing is converted: "5" is no number.',
  ),
  unknown_field: row<Named>(
    400,
    (d) => `There is no field "${d.name}" here.`,
    '`available_fields` lists the fields that exist.',
  ),
  unknown_link: row<{ id: string }>(
    400,
    (d) => `The id ${d.id} does not lead to what this field takes.`,
    '`expected` is the kind that the field takes, `got` the kind that the id really is, or `nothing`. An asset must be uploaded and confirmed first.',
  ),
  entry_referenced: row(
    409,
    () => 'Something still points here. Remove those links first.',
    '`referenced_by` lists the first 20 places.',
  ),
  invalid_richtext_document: row<Why>(
    400,
    (d) => `The document is not valid: ${d.why}.`,
    'A rich text value is {"version": 2, "content": [...]} or {"markdown": "..."}. GET /v1/introspection has the whole vocabulary under rich_text.',
  ),
  unknown_richtext_node: row<Named>(
    400,
    (d) => `Rich text knows no node or mark "${d.name}".`,
    'GET /v1/introspection lists the nodes and marks under rich_text.',
  ),
  invalid_published_at: row<Why>(
    400,
    (d) => `published_at ${d.why}.`,
    'A publish date is an RFC 3339 time, not before 1990. On entries it stands beside "publish": true.',
  ),
  published_at_too_far_ahead: row(
    400,
    () => 'published_at is more than a year ahead.',
    'A publish date lies at most one year ahead.',
  ),
  field_value_taken: row<Named>(
    409,
    (d) => `Another entry already has this value of "${d.name}".`,
    'The field is unique in its release.',
  ),

  // Defining types
  invalid_content_type: row<Why>(400, (d) => d.why, 'The definition of the type is not valid.'),
  invalid_field_definition: row<Why>(
    400,
    (d) => d.why,
    '`param` names the place in the definition, fields[2].options.min say.',
  ),
  content_type_kind_immutable: row<Slug>(
    409,
    (d) => `The kind of "${d.slug}" cannot change. Make a new type.`,
    'A type stays a singleton or a collection for its whole life.',
  ),
  field_type_immutable: row<Named>(
    409,
    (d) => `The type of "${d.name}" cannot change. Add a new field and move the values.`,
    'A field keeps its type; label, options and order may change.',
  ),
  field_being_removed: row<Named>(
    409,
    (d) => `Values of the removed field "${d.name}" are still being cleared. Try again shortly.`,
    'Until the old values are gone the key cannot come back with another type.',
  ),
  choice_in_use: row<{ choice: string }>(
    409,
    (d) => `Entries still have the choice "${d.choice}". Change them first.`,
    'A choice of a select field can go when no entry, draft or live, has it.',
  ),
  content_type_referenced: row<Slug>(
    409,
    (d) => `Fields of other types point at "${d.slug}". Remove those fields first.`,
    'A type that another type’s reference field names cannot be deleted.',
  ),

  // Blog, authors, knowledge base
  unknown_blog_article: row<Slug>(
    404,
    (d) => `There is no blog article "${d.slug}".`,
    'GET /v1/blog/articles lists the slugs.',
  ),
  unknown_kb_article: row<Slug>(
    404,
    (d) => `There is no knowledge base article "${d.slug}".`,
    'GET /v1/kb/articles lists the slugs.',
  ),
  blog_article_not_published: row<Slug>(
    404,
    (d) => `The blog article "${d.slug}" is a draft.`,
    'Publish it with PATCH {"publish": true}.',
  ),
  kb_article_not_published: row<Slug>(
    404,
    (d) => `The knowledge base article "${d.slug}" is a draft.`,
    'Publish it with PATCH {"publish": true}.',
  ),
  blog_article_scheduled: row<Slug & { at: string }>(
    404,
    (d) => `The blog article "${d.slug}" appears at ${d.at}.`,
    '`available_at` names the date.',
  ),
  kb_article_scheduled: row<Slug & { at: string }>(
    404,
    (d) => `The knowledge base article "${d.slug}" appears at ${d.at}.`,
    '`available_at` names the date.',
  ),
  kb_article_archived: row<Slug>(
    404,
    (d) => `The knowledge base article "${d.slug}" is archived.`,
    'PATCH {"archived": false} returns it to draft.',
  ),
  unknown_blog_category: row<Slug>(
    404,
    (d) => `There is no blog category "${d.slug}".`,
    'GET /v1/blog/categories lists them.',
  ),
  unknown_kb_collection: row<Slug>(
    404,
    (d) => `There is no knowledge base collection "${d.slug}".`,
    'GET /v1/kb/collections lists them.',
  ),
  unknown_kb_section: row<Slug>(
    404,
    (d) => `There is no knowledge base section "${d.slug}" here.`,
    'GET /v1/kb/sections lists them. A section belongs to one collection.',
  ),
  unknown_author: row<Slug>(404, (d) => `There is no author "${d.slug}".`, 'GET /v1/authors lists them.'),
  blog_slug_taken: row<Slug>(
    409,
    (d) => `Another blog article has the slug "${d.slug}".`,
    'Leave the slug out and one is made from the title.',
  ),
  kb_slug_taken: row<Slug>(
    409,
    (d) => `Another knowledge base article has the slug "${d.slug}".`,
    'Leave the slug out and one is made from the title.',
  ),
  slug_taken: row<Slug>(409, (d) => `The slug "${d.slug}" is taken.`, 'Slugs are unique among their kind.'),
  slug_is_final: row<Slug>(
    409,
    (d) => `The slug "${d.slug}" was published and cannot change, so that links to it keep working.`,
    'A slug can change until the first publication.',
  ),

  // Media
  unknown_media: row<{ mediaId: string }>(
    404,
    (d) => `There is no media asset ${d.mediaId}.`,
    'GET /v1/media lists the assets.',
  ),
  upload_too_large: row<{ maxBytes: number }>(
    400,
    (d) => `Files are at most ${d.maxBytes} bytes.`,
    'The operator sets the limit (100 MiB by default).',
  ),
  invalid_file_name: row(
    400,
    () => 'file_name takes 1 to 255 characters without slashes, control or direction characters.',
    'The name is kept with the asset and shown to people who download it.',
  ),
  invalid_media_type: row(
    400,
    () => 'content_type is a MIME type without parameters, image/png say.',
    'The type is part of the upload’s signature and must be that of the file.',
  ),

  // Releases
  release_is_default: row(
    409,
    () => 'The default release cannot be deleted. Promote another one first.',
    'Exactly one release is the default.',
  ),
  release_not_ready: row<{ releaseId: string }>(
    409,
    (d) => `Release ${d.releaseId} is still being copied. Ask again shortly.`,
    '`progress` on the release tells how far it is.',
  ),
  release_diverged: row(
    409,
    () => 'The default release changed since this one was cloned. Look at the diff first.',
    'Sent only when "if_diverged": "refuse" was asked for.',
  ),
} as const;

export const errors = { ...apiErrors, ...dashboardErrors } as const;

export type ErrorCode = keyof typeof errors;
export type ErrorDetail<C extends ErrorCode> = Parameters<(typeof errors)[C]['message']>[0];

/** The broad class of a status (spec, "Errors"). */
export function errorType(status: number): string {
  const byStatus: Record<number, string> = {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    409: 'conflict_error',
    429: 'rate_limit_error',
  };
  return byStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
