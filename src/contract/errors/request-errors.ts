import { clip } from '../text/clip.ts';
import { row } from './error-row.ts';

type Named = { name: string };
type Why = { why: string };

/** A rate budget and its size. */
interface UsedBudget {
  budget: string;
  requestsMax?: number;
  windowSeconds?: number;
}

function describeSize({ budget, requestsMax = 60, windowSeconds = 60 }: UsedBudget): string {
  return `${requestsMax} ${budget}s ${windowSeconds === 60 ? 'a minute' : `in ${windowSeconds} s`}`;
}

/** The message for a used-up budget, by the budget's holder. */
const usedUp = {
  key: (budget: UsedBudget) => `Rate limit: ${describeSize(budget)} for this key.`,
  project: (budget: UsedBudget) => `Rate limit: ${describeSize(budget)} for all secret keys of this project.`,
  member: (budget: UsedBudget) => `Rate limit: ${describeSize(budget)} for this member.`,
  connections: ({ budget }: UsedBudget) => `This ${budget} has too many streams and waiting requests open.`,
  stranger: () => 'There were too many requests without a valid key.',
  person: ({ budget }: UsedBudget) => `You sent too many requests to create a ${budget}.`,
};

function limitVariable(whose: keyof typeof usedUp, budget: string): string {
  if (whose === 'key') return ` The limit is RATE_${budget.toUpperCase()}.`;
  return whose === 'project' ? ` The limit is RATE_${budget.toUpperCase()} times RATE_PROJECT_FACTOR.` : '';
}

/** The message of a 503, by its cause. */
const unavailable = {
  out_of_reach:
    'The service cannot reach its database or its object storage at the moment. Try again shortly.',
  busy: 'The service is busy at the moment. Try again shortly.',
  other_writes: 'Other writes to this project are in progress. Try again.',
  other_bulk: 'Another bulk request of this project is running. Try again.',
  expensive_reads:
    'Too many expensive reads of this project are running. Try again shortly, or filter by eq instead of contains, ne, ranges and large offsets.',
  behind:
    'The version that X-Min-Version asks for has not arrived here within 2 seconds. Try again shortly; a version from before the database was restored never arrives.',
  private_bucket_is_open:
    'The files of this project are private, but the bucket that stores them is open to the public. The operator closes it with: galley doctor --fix-bucket. Then try again.',
};

/** For requests that contain the bytes of a file. */
export const filesElsewhere =
  "Files aren't sent to this API. Request an upload URL first: POST /v1/media/uploads with file_name, content_type and size_bytes.";

/** Errors of every request: its key, form, repetition and cost. */
export const requestErrors = {
  // Keys
  missing_api_key: row(
    401,
    () => 'Send your API key as "Authorization: Bearer <key>".',
    'Each request under /v1 needs a key. Create one with `galley key create` or in the dashboard, and send it in the Authorization header.',
  ),
  invalid_api_key: row<{ lacksBearer?: boolean }>(
    401,
    ({ lacksBearer = false }) =>
      lacksBearer
        ? 'The Authorization header needs the word Bearer: `Authorization: Bearer <key>`.'
        : 'This API key is not valid. Check that you copied all of it, or create a new key.',
    'The key is malformed, unknown or revoked. The response is the same in all three cases, so that it does not reveal which keys once existed.',
  ),
  key_expired: row<{ expiredAt: string }>(
    401,
    (d) => `This session key expired at ${d.expiredAt}. Create a new key.`,
    'A session key expires 1 to 90 days after its creation. `expired_at` contains the time. Use a key without an expiry for a long-running service.',
  ),
  secret_key_required: row<{ reads?: 'drafts' }>(
    403,
    ({ reads }) =>
      reads === 'drafts'
        ? 'Drafts require a secret key (sk_...) or a preview token. Call this endpoint from a server.'
        : 'This endpoint requires a secret key (sk_...). Call it from a server, never from a browser.',
    'Publishable keys can read published content and vote. All other requests require a secret key, which must stay on a server.',
  ),
  scope_required: row<{ required: string }>(
    403,
    (d) =>
      d.required === 'preview'
        ? "This key can't read drafts. Ask an owner to add the permission preview, or use another key."
        : `This key may not do that: it lacks "${d.required}". The owner of the project creates a key whose scopes have it.`,
    'An owner limited this key, and the request is outside its scopes. `required` contains the first missing scope: a permission (`publish`), an area (`area:blog`), a type (`type:page`), a release (`release:default`) or a locale (`locale:de`, `locale:*` for shared fields and whole items). Keys without scopes can do everything that their kind allows.',
  ),
  origin_not_allowed: row<{ origin: string }>(
    403,
    (d) =>
      `The origin ${d.origin} is not on the list of this key. Add it to the key with its scheme and port.`,
    'A browser request with a publishable key must come from an origin on the key’s list. Scheme, host and port are compared exactly; a leading "www." is ignored.',
  ),
  invalid_key_purpose: row<Why>(
    400,
    (d) => d.why,
    'A key is `secret` or `publishable`. A key with an expiry cannot be publishable.',
  ),
  invalid_key_expiry: row(
    400,
    () => 'A session key is valid for 1 to 90 days. Omit the expiry for a key that does not expire.',
    'The expiry of a session key is a whole number of days from 1 to 90.',
  ),
  rate_limited: row<UsedBudget & { whose: keyof typeof usedUp; retryAfter: number }>(
    429,
    ({ whose, retryAfter, ...spent }) =>
      `${usedUp[whose](spent)} Try again in ${retryAfter} s.${limitVariable(whose, spent.budget)}`,
    'Each key has its own budgets per minute: read, write and vote. All secret keys of a project share twice as much, unless the operator configures another factor, so more keys do not multiply a budget. Requests without a valid key have a budget for each network address. The message names the budget that is used up. The number of open streams and waiting requests of a key, an address and a project is limited too. `Retry-After` gives the number of seconds to wait. Refused requests are not counted.',
  ),

  // Requests
  unknown_endpoint: row<{ method: string; path: string; next?: string }>(
    404,
    ({ method, path, next = 'GET /v1/introspection lists them all.' }) =>
      `There is no endpoint ${method} ${clip(path, 120)}. ${next}`,
    'The API has no such path. Check the version prefix and the spelling.',
  ),
  method_not_allowed: row<{ method: string; allowed: string }>(
    405,
    (d) => `This path does not support ${d.method}. Allowed: ${d.allowed}.`,
    'The path exists but does not support this method. The `Allow` header lists the supported methods.',
  ),
  unsupported_media_type: row<{ isFile?: boolean }>(
    415,
    ({ isFile = false }) => (isFile ? filesElsewhere : 'Send the body as Content-Type: application/json.'),
    'Bodies are JSON. Files are uploaded elsewhere: POST /v1/media/uploads returns the URL for an upload.',
  ),
  payload_too_large: row<{ maxBytes: number }>(
    413,
    (d) => `The body is larger than ${d.maxBytes} bytes. Split it over several requests.`,
    'The size of bodies is limited to 4 MiB, unless the operator configures another limit.',
  ),
  invalid_json: row<Why & { unexpected?: string }>(
    400,
    ({ why, unexpected }) =>
      unexpected === undefined
        ? `The body could not be read: ${why}.`
        : `The body is not valid JSON: unexpected ${unexpected}.`,
    'The body must be one JSON object in UTF-8, nested at most 100 deep.',
  ),
  invalid_parameter: row<Named & Why>(
    400,
    (d) => `The parameter ${d.name} ${d.why}.`,
    'A query parameter has a value of the wrong form, occurs twice, or cannot be combined with another parameter.',
  ),
  unknown_parameter: row<Named>(
    400,
    (d) => `This endpoint has no parameter ${clip(d.name)}.`,
    'The endpoint has no such query parameter. It is rejected, not ignored, so that you notice a typing mistake. Only names that begin with `_` or `utm_` are ignored.',
  ),
  nothing_to_update: row(
    400,
    () => 'The body contains no change. Send at least one field.',
    'A PATCH needs at least one field to change.',
  ),
  invalid_idempotency_key: row(
    400,
    () => 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
    'Use a new random value, for example a UUID, for each operation. Use the same value when you repeat the operation.',
  ),
  idempotency_key_reused: row(
    409,
    () => 'This Idempotency-Key was already used for a different request. Use a new key.',
    'An idempotency key belongs to one method, path and body. The first response is stored for 24 hours.',
  ),
  idempotency_in_progress: row<{ isLost: true } | { isLost: false; retryAfter: number }>(
    409,
    (d) =>
      d.isLost
        ? 'The first request with this Idempotency-Key was carried out, but its response was lost. Read the content to see the change.'
        : `The first request with this Idempotency-Key is still running. Try again in ${d.retryAfter} s.`,
    'Two requests with the same key ran at the same time. Only one of them runs. Repeat the request after `Retry-After` seconds: by then the first one has its response, or its process is gone and the repetition runs.',
  ),
  revision_conflict: row<{ current: number }>(
    409,
    (d) =>
      `This item has changed in the meantime and is now at revision ${d.current}. Read it again and repeat your change.`,
    'The If-Match header does not match the current revision, which `current_revision` contains.',
  ),
  internal_error: row(
    500,
    () =>
      'The service failed to handle this request. Try again, and report the request_id if the error persists.',
    'An internal error of the service. The operator can find it in the log by the request id.',
  ),
  too_many_operations: row<{ most: number; count: number }>(
    400,
    (d) => `A bulk request takes at most ${d.most} operations; this one has ${d.count}. Split it.`,
    'The limit is `bulk_items_max` in introspection. Operators set it with `BULK_ITEMS_MAX`.',
  ),
  bulk_rejected: row<{ failed: number; count: number }>(
    400,
    (d) => `${d.failed} of ${d.count} operations failed, so nothing was stored. See "errors".`,
    'A bulk request with `"mode": "all"` stores all operations or none. `errors` lists the first 20 failed operations with their `index` and `status`. Fix them and send the request again.',
  ),
  temporarily_unavailable: row<{ because?: keyof typeof unavailable }>(
    503,
    ({ because }) => unavailable[because ?? 'out_of_reach'],
    'The database or the object storage did not respond in time, other writes to the project kept this one from being stored, too many expensive reads of the project are waiting, or the service is busy. For a private file the reason can also be a bucket that is open to the public. The message names the reason. `Retry-After` gives the number of seconds to wait. A write is stored completely or not at all, but it may have been stored although its response was lost. Send `Idempotency-Key` with a POST and `If-Match` with other writes to retry safely.',
  ),
  query_too_expensive: row<Named & { bytesMax?: number }>(
    400,
    (d) =>
      d.bytesMax === undefined
        ? `This query takes too long because of ${d.name}. Add a filter that matches fewer items.`
        : `The response would be larger than ${d.bytesMax} bytes because of ${d.name}. Request fewer items at a time, or remove some links.`,
    'Each read is limited to two seconds of database time. `contains`, `ne`, `is_null` and large offsets examine every entry. Combine them with an `eq` filter. The size of responses is limited too (`answer_bytes_max` of the limits). A list then ends early and continues on its next page. A single resource, or a request with `ids`, is refused, and `param` names the field that makes it too large.',
  ),
  limit_reached: row<{ limit: string; value: number }>(
    400,
    (d) =>
      `This would exceed the limit ${d.limit}, which is ${d.value}. Delete items that you no longer need, or ask the operator to raise the limit.`,
    'Each project has limits, which the operator configures. GET /v1/introspection lists them under `limits`. `limit` names the exceeded limit and `value` is its maximum. Existing items are not affected: they can be changed and deleted. Only new items are rejected.',
  ),
} as const;
