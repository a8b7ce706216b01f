import { type ErrorCode, errors, errorType } from '../contract/errors.ts';
import { fieldTypeFacts, fieldTypes } from '../contract/field-types.ts';
import { limits } from '../contract/limits.ts';
import type { Bounds } from '../platform/call.ts';

/** How the API is spoken to, for those who read it by machine (specification: requests, errors, filters, rate-budgets). */
export function conventions({ baseUrl, bounds }: { baseUrl: string; bounds: Bounds }) {
  return {
    authentication,
    pagination,
    filtering: {
      ...filtering,
      operators_by_type: Object.fromEntries(fieldTypes.map((type) => [type, fieldTypeFacts[type].operators])),
      sortable_types: fieldTypes.filter((type) => fieldTypeFacts[type].isSortable),
    },
    rate_limits: {
      ...rateLimits,
      budgets: bounds.budgets,
      project_factor: bounds.projectFactor,
      window_seconds: bounds.windowSeconds,
    },
    errors: { envelope: errorKeys, codes: errorCodes(baseUrl) },
    caching,
    idempotency,
    publishing,
  };
}

const authentication = {
  header: 'Authorization: Bearer <API_KEY>',
  key_kinds: {
    secret: 'sk_..., for servers: everything, writes included.',
    publishable:
      'pk_..., for browsers: reads of published content, and votes. An Origin that is sent must be on the list of the key.',
  },
  project: 'The key selects the project; no path names it.',
  session_key_days: { min: limits.session_key_days_min, max: limits.session_key_days_max },
  revocation: 'A revoked key is refused from the next request on.',
};

const pagination = {
  envelope: '{"data": [...], "meta": {"limit", "has_more", "next_cursor", "next_offset", ...}}',
  limit: { min: 1, max: limits.page_size_max, default: limits.page_size_default },
  cursor:
    'Send next_cursor as cursor, with the same filters, until has_more is false. A cursor belongs to the default order.',
  offset:
    'Lists with sort, and those of the knowledge base, go on by next_offset. At most one of next_cursor and next_offset is set.',
  default_order: 'Entries: newest first by created_at, then id.',
  count: `count=true adds meta.total, capped at ${limits.count_cap} (meta.total_is_capped).`,
  size: 'An answer has at most answer_bytes_max bytes (limits): a page ends early, with has_more and what goes on, and a single resource or an ids list that would be larger is refused as query_too_expensive.',
  ids: `ids=a,b,c answers exactly those entries, at most ${limits.ids_max}.`,
  bare: 'A single resource is answered bare; a singleton is its values object.',
};

const filtering = {
  equality: 'where[<field>]=<value>',
  operators: 'where[<field>][<operator>]=<value>',
  combination: `All filters must match; there is no OR. At most ${limits.filters_max}.`,
  in: `Values separated by commas, at most ${limits.in_values_max}; a comma inside a value is \\, and a backslash \\\\.`,
  is_null: 'true or false; an empty list counts as null.',
  text: 'contains and starts_with ignore case and take no wildcards; eq, ne and in are exact.',
  lists: 'On lists of links and references contains asks whether the id is among them.',
  refusals:
    'An unknown field or operator is refused by name, never ignored. A filter that matches nothing answers an empty list.',
  sort: 'sort=<field> or sort=-<field>; created_at, published_at and updated_at sort too. Empty values come first ascending, last descending.',
};

const rateLimits = {
  rule: 'Each request spends one budget: read for GET, vote for votes, write for the rest. Budgets are per minute and key; those of publishable keys per address too.',
  headers: {
    'X-RateLimit-Limit-<budget>': 'requests in a window',
    'X-RateLimit-Remaining-<budget>': 'requests left in this window',
    'X-RateLimit-Reset-<budget>': 'whole seconds until the window ends',
    'Retry-After': 'whole seconds until a refusal (429) lifts',
  },
  keys_of_a_project:
    'All secret keys of a project together have project_factor times the budget of one; several keys do not multiply it.',
  refused: '429 rate_limited. Requests made while refused are not counted.',
};

/** Keys of `error` in every failure (specification: errors). */
export const errorKeys = {
  type: 'The broad class: authentication_error, permission_error, not_found_error, conflict_error, rate_limit_error, invalid_request_error or api_error.',
  code: 'The stable reason; branch on this.',
  message: 'A sentence on what to do next; it may be reworded.',
  request_id: 'The value of the X-Request-Id header.',
  param: 'The parameter or field at fault.',
  did_you_mean: 'The closest name that exists.',
  available_fields: 'All field keys, where a field is unknown.',
  available_types: 'All type slugs, where a type is unknown.',
  available_operators: 'What the field’s type supports, where an operator is not.',
  expected: 'What was expected of the value.',
  got: 'What was sent.',
  available_at: 'When a scheduled item appears.',
  expired_at: 'When a session key ended.',
  current_revision: 'The revision that the item has, where If-Match named another.',
  referenced_by: 'The first places that still point at what was to be deleted.',
  progress: 'How far a release is that is still being copied.',
  diverged: 'How the default release changed meanwhile, where a promotion was refused for it.',
  limit: 'The name of the limit that would be passed.',
  value: 'How many that limit allows.',
  errors: 'All faults of one request (at most 20), each with code, message, param and the rest.',
  doc_url: 'The page that explains the code.',
};

function errorCodes(baseUrl: string) {
  return (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { status, doc } = errors[code];
    return { code, status, type: errorType(status), about: doc, doc_url: docUrl(baseUrl, code) };
  });
}

/** Where a code is explained (specification: errors). */
function docUrl(baseUrl: string, code: ErrorCode): string {
  return `${baseUrl}/docs/errors#${code}`;
}

const caching = {
  etag: 'Every GET answers an ETag; If-None-Match with it is answered 304 while nothing changed.',
  cache_control: 'private, no-cache',
  vary: 'Authorization, Origin, Accept-Encoding: one path answers differently for different keys, so no shared cache may keep it.',
  freshness: 'A write is seen by every read that begins after it (counts of votes may be 10 s old).',
  changes: 'GET /v1/changes shows whether anything changed, and when the next scheduled item appears.',
  conditional_writes:
    'If-Match with a tag or "<revision>" on PATCH, PUT and DELETE of content refuses the write (409 revision_conflict) when the item has changed meanwhile.',
};

const idempotency = {
  header: 'Idempotency-Key',
  form: '1 to 255 visible ASCII characters, on any POST',
  kept_hours: limits.idempotency_hours,
  replay:
    'The same key with the same request is answered as the first time, with Idempotency-Replayed: true.',
  reuse:
    'The same key with another request is 409 idempotency_key_reused; while the first still runs, 409 idempotency_in_progress.',
};

const publishing = {
  states: {
    draft: 'never seen by readers',
    published: 'live',
    scheduled: 'published with a published_at in the future; readers see it from that moment on',
    archived: 'taken out of the knowledge base, its text kept',
  },
  publish:
    '"publish": true makes the draft live, "publish": false hides the item and keeps its draft; left out, the state stays.',
  published_at: `May stand beside "publish": true: a past date is kept, a future one schedules. Not before ${limits.published_at_year_min}, at most a year ahead.`,
  merge: 'PATCH leaves omitted keys alone and null clears one; PUT on a singleton replaces all of it.',
  editing: 'An edit of a published item through /v1 goes live at once.',
  dry_run: 'dry_run=true on a write checks everything and stores nothing; the answer has meta.dry_run.',
  releases:
    'Custom content belongs to a release; release=<id> reads or writes another than the default one. Built-in modules have no releases.',
  links:
    'A link or reference to something that is gone or not live reads null. Writing one to an unpublished target succeeds with a warning in meta.warnings.',
};
