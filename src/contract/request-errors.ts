import { row } from './error-row.ts';

type Named = { name: string };
type Why = { why: string };

/** What is said of a used up budget, by whose it is. */
const usedUp = {
  key: (budget: string) => `The ${budget} budget of this key is used up.`,
  project: (budget: string) =>
    `The ${budget} budget that all secret keys of this project have together is used up.`,
  connections: (holder: string) => `This ${holder} has too many streams and waiting requests open.`,
  stranger: () => 'There were too many requests without a good key.',
};

/** What is said of a request that could not be served just now, by what hindered it. */
const unavailable = {
  out_of_reach: 'The service cannot reach what it needs just now. Try again shortly.',
  busy: 'The service has more to do just now than it can do in time. Try again shortly.',
  private_bucket_is_open:
    'Files of this project are private, and everybody could read them where the storage keeps them now. Whoever runs this installation closes that with: galley doctor --fix-bucket. Then try again.',
};

/** Errors of every request: its key, its form, its repetition and its cost. */
export const requestErrors = {
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
  rate_limited: row<{ budget: string; whose: keyof typeof usedUp; retryAfter: number }>(
    429,
    ({ budget, whose, retryAfter }) => `${usedUp[whose](budget)} Try again in ${retryAfter} s.`,
    'Each key has its own budgets per minute: read, write and vote. All secret keys of a project together have twice as much, unless the operator says otherwise: several keys do not multiply a budget. Requests without a good key have a budget for each address. The message says which of them is used up. How many streams and waiting requests a key, an address and a project hold open is bounded too. `Retry-After` tells when the refusal lifts; requests made while refused are not counted.',
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
  temporarily_unavailable: row<{ because?: keyof typeof unavailable }>(
    503,
    ({ because }) => unavailable[because ?? 'out_of_reach'],
    'The database or the object storage did not answer in time, or so many writes of the project wait that this one could not be done in time, or the service is busy; for a private file also that everybody could read it where the storage would keep it. The message says which. `Retry-After` says when to try again. Nothing half-written stays behind, but a write may have been stored though its answer was lost: send `Idempotency-Key` with a POST and `If-Match` with other writes, and trying again is safe.',
  ),
  query_too_expensive: row<Named & { bytesMax?: number }>(
    400,
    (d) =>
      d.bytesMax === undefined
        ? `This query takes too long because of ${d.name}. Narrow it with a filter that matches less.`
        : `The answer would have more than ${d.bytesMax} bytes because of ${d.name}. Ask for less at a time, or let it point at less.`,
    'Reads are bounded to two seconds of database time. `contains`, `ne`, `is_null` and deep offsets look at every entry; put an `eq` filter beside them. Answers are bounded too (`answer_bytes_max` of the limits): lists end before and go on at their next page, but a single resource, or what `ids` asks for, is refused, and `param` names what makes it too large.',
  ),
  limit_reached: row<{ limit: string; value: number }>(
    400,
    (d) =>
      `The limit ${d.limit} is ${d.value}, and this would pass it. Remove what is no longer needed, or ask the operator to raise it.`,
    'Each project has limits, which the operator sets: GET /v1/introspection lists them under `limits`. `limit` names the one that would be passed, `value` is how many it allows. What exists stays as it is and can be changed and removed; only more of it is refused.',
  ),
} as const;
