import { type ErrorCode, errors, errorType } from '../../contract/errors/errors.ts';
import {
  fieldTypeFacts,
  type FieldType,
  fieldTypes,
  newerFieldTypes,
} from '../../contract/fields/field-types.ts';
import { stringFormatNames, stringFormats } from '../../contract/fields/string-formats.ts';
import { limits } from '../../contract/limits.ts';
import { commonOptions, fieldKindOf, localeOptions } from '../../content/index.ts';
import type { Bounds } from '../../core/util/index.ts';

/** Returns the conventions of the API for programs (specification: requests, errors, filters, rate-budgets). */
export function conventions(
  { baseUrl, bounds }: { baseUrl: string; bounds: Bounds },
  { usedTypes, hasLocales }: { usedTypes: ReadonlySet<FieldType>; hasLocales: boolean },
) {
  const listedTypes = fieldTypes.filter((type) => !newerFieldTypes.includes(type) || usedTypes.has(type));
  return {
    authentication,
    pagination,
    filtering: {
      ...filtering,
      operators_by_type: Object.fromEntries(
        listedTypes.map((type) => [type, fieldTypeFacts[type].operators]),
      ),
      sortable_types: fieldTypes.filter((type) => fieldTypeFacts[type].isSortable),
    },
    fields: { types: describedFieldTypes(hasLocales), string_formats: describedFormats },
    rate_limits: {
      ...rateLimits,
      budgets: bounds.budgets,
      project_factor: bounds.projectFactor,
      window_seconds: bounds.windowSeconds,
    },
    errors: { envelope: errorKeys, codes: errorCodes(baseUrl) },
    caching,
    idempotency,
    publishing: { ...publishing, blocks },
  };
}

function describedFieldTypes(hasLocales: boolean) {
  const common = Object.keys({ ...commonOptions, ...(hasLocales ? localeOptions : {}) });
  return fieldTypes.map((type) => ({
    type,
    options: [...common, ...Object.keys(fieldKindOf({ type }).options)],
    operators: [...fieldTypeFacts[type].operators],
    sortable: fieldTypeFacts[type].isSortable,
  }));
}

const describedFormats = stringFormatNames.map((name) => {
  const { expected, pattern, example } = stringFormats[name];
  return { name, about: expected, pattern, example };
});

const authentication = {
  header: 'Authorization: Bearer <API_KEY>',
  key_kinds: {
    secret: 'sk_... for servers. It reads and writes everything in the project.',
    publishable:
      'pk_... for browsers. It reads published content and casts votes. Where a request has an Origin, the key must list it.',
  },
  project: 'The key selects the project; no path names it.',
  session_key_days: { min: limits.session_key_days_min, max: limits.session_key_days_max },
  revocation: 'A revoked key stops working with the next request.',
};

const pagination = {
  envelope: '{"data": [...], "meta": {"limit", "has_more", "next_cursor", "next_offset", ...}}',
  limit: { min: 1, max: limits.page_size_max, default: limits.page_size_default },
  cursor:
    'To continue, send next_cursor as cursor with the same filters until has_more is false. A cursor follows the default order.',
  offset:
    'Lists with sort, and the lists of the knowledge base, continue with next_offset. At most one of next_cursor and next_offset is set.',
  default_order: 'Entries: newest first by created_at, then id.',
  count: `count=true adds meta.total, capped at ${limits.count_cap} (meta.total_is_capped).`,
  size: 'A response has at most answer_bytes_max bytes (see limits). A larger page ends early, with has_more and the position to continue from. A larger single resource or ids list is rejected with query_too_expensive.',
  ids: `ids=a,b,c returns exactly those entries, at most ${limits.ids_max}.`,
  bare: 'A single resource is returned without an envelope, a singleton as its values object.',
};

const filtering = {
  equality: 'where[<field>]=<value>',
  operators: 'where[<field>][<operator>]=<value>',
  combination: `All filters must match; there is no OR. A request takes at most ${limits.filters_max} filters.`,
  in: `Values separated by commas, at most ${limits.in_values_max}; a comma inside a value is \\, and a backslash \\\\.`,
  is_null: 'true or false; an empty list counts as null.',
  text: 'contains and starts_with ignore case and take no wildcards; eq, ne and in are exact.',
  lists: 'On lists of links and references, contains matches where the id is in the list.',
  refusals:
    'An unknown field or operator is rejected with an error that names it. A filter that matches nothing returns an empty list.',
  sort: 'sort=<field> or sort=-<field>, with created_at, published_at and updated_at too. Ascending order puts empty values first, descending order puts them last.',
};

const rateLimits = {
  rule: 'Each request counts against one budget: read for GET, vote for votes, write for all others. Budgets apply to each key and minute; those of publishable keys apply to each IP address too.',
  headers: {
    'X-RateLimit-Limit-<budget>': 'requests in a window',
    'X-RateLimit-Remaining-<budget>': 'requests left in this window',
    'X-RateLimit-Reset-<budget>': 'whole seconds until the window ends',
    'Retry-After': 'seconds to wait after a 429',
  },
  keys_of_a_project:
    'The secret keys of a project share project_factor times the budget of one key, however many keys there are.',
  refused: '429 rate_limited. Rejected requests do not count.',
};

/** Keys of `error` in every failure (specification: errors). */
export const errorKeys = {
  type: 'The broad class: authentication_error, permission_error, not_found_error, conflict_error, rate_limit_error, invalid_request_error or api_error.',
  code: 'The stable reason; branch on this.',
  message: 'A sentence for people: what is wrong and what to do next. The wording can change.',
  request_id: 'The value of the X-Request-Id header.',
  param: 'The parameter or field that is wrong.',
  did_you_mean: 'The closest name that exists.',
  available_fields: 'All field keys, if a field is unknown.',
  available_types: 'All type slugs, if a type is unknown.',
  available_blocks: 'The blocks that exist, or that the field allows, if a block is unknown or not allowed.',
  block_id: 'The block that has the error, if the request contains its ID.',
  available_operators:
    'The operators that the type of the field supports, if the operator is not one of them.',
  expected: 'The kind of value that was expected.',
  got: 'The kind of value that was sent.',
  available_at: 'When a scheduled item appears.',
  expired_at: 'When a session key expired.',
  current_revision: 'The current revision of the item, if If-Match contains another one.',
  fields: 'The fields that a change would remove, with the number of entries that have a value.',
  referenced_by: 'The first items that refer to the item to delete.',
  progress: 'How much of the release has been copied so far.',
  diverged: 'How the default release changed since the clone, if the promotion was rejected because of it.',
  limit: 'The name of the limit that the request would exceed; for too_many_operations, the maximum.',
  value: 'The value of that limit.',
  errors: 'All errors of one request (at most 20), each with code, message, param and its other keys.',
  doc_url: 'The page that explains the code.',
};

function errorCodes(baseUrl: string) {
  return (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { status, doc } = errors[code];
    return { code, status, type: errorType(status), about: doc, doc_url: docUrl(baseUrl, code) };
  });
}

/** The URL of the documentation of a code (specification: errors). */
function docUrl(baseUrl: string, code: ErrorCode): string {
  return `${baseUrl}/docs/errors#${code}`;
}

const caching = {
  etag: 'Every GET returns an ETag. Sent as If-None-Match, it returns 304 as long as nothing has changed.',
  cache_control: 'private, no-cache',
  vary: 'Authorization, Origin, Accept-Encoding: the same path returns different responses to different keys, so a shared cache must not store them.',
  freshness: 'Every read that begins after a write returns it (counts of votes can be 10 s old).',
  changes: 'GET /v1/changes shows whether anything changed, and when the next scheduled item appears.',
  cache_tags: {
    ask: 'X-Cache-Tags: true on a read. The response (200, 304 and 404) then has the headers below; its body does not change.',
    headers: {
      'X-Cache-Tags':
        'tags of the content in the response, at most 64, separated by spaces: ids, or groups that end in the last 8 characters of the project’s id',
      'X-Content-Version': 'the version (as in GET /v1/changes) on which the response is based',
      'X-Cache-Until': 'when the response becomes outdated without a write; absent if it never does',
    },
    told: 'GET /v1/changes?since=<version>&tags=true returns the tags of all changes since then. A cached response without any of these tags is up to date until its X-Cache-Until.',
    min_version:
      'X-Min-Version: <version> on a read returns no older state. The service waits up to 2 s for that version, then responds with 503 temporarily_unavailable.',
  },
  cdn_mode: {
    about:
      'The owner of a project can allow shared caches to store reads with publishable keys. Only the headers of 200, 304 and 404 of these reads change, as below. The documentation page "Cache tags" lists the trade-offs.',
    cache_control:
      'public, max-age=0, s-maxage, stale-while-revalidate, stale-if-error, none of them beyond X-Cache-Until',
    tags: 'Surrogate-Key (separated by spaces) and Cache-Tag (by commas) contain the tags of X-Cache-Tags.',
    without: 'X-RateLimit-*',
    vary: 'With the profile keyed, as above. With the profile edge, only Accept-Encoding, and Access-Control-Allow-Origin is *.',
  },
  conditional_writes:
    'With an ETag or "<revision>" in If-Match, PATCH, PUT and DELETE of content are rejected (409 revision_conflict) if the item has changed since.',
};

const idempotency = {
  header: 'Idempotency-Key',
  form: '1 to 255 visible ASCII characters, on any POST',
  kept_hours: limits.idempotency_hours,
  replay:
    'The same key with the same request returns the first response again, with Idempotency-Replayed: true.',
  reuse:
    'The same key with another request returns 409 idempotency_key_reused; while the first request is still running, 409 idempotency_in_progress.',
};

const blocks =
  'A field of type blocks contains an ordered list of {"id", "block", "values"}. Send the whole list in POST and PUT. In PATCH, send a list in the new order, in which "blk_..." is an unchanged block, {"id", "values"} changes some of its values and an item with "block" adds one; or send an object by id, {"blk_...": {"title": "New"}, "blk_...": null}, to change or remove these blocks at any depth. null clears the field. New blocks need no id.';

const publishing = {
  states: {
    draft: 'not visible to readers',
    published: 'live',
    scheduled: 'published with a published_at in the future; visible to readers from that date',
    archived: 'removed from the knowledge base; its text is not deleted',
  },
  publish:
    '"publish": true makes the draft live, "publish": false hides the item and keeps its draft. If it is omitted, the state does not change.',
  published_at: `Send it with "publish": true: a past date is stored, a date in the future schedules. Not before ${limits.published_at_year_min}, at most a year ahead.`,
  publish_at:
    'Schedules a change of a live item: the draft of this write replaces the live version at that date. On entries, send it with "values" or "publish". null, publishing and unpublishing cancel it. Later edits are not included.',
  unpublish_at:
    'End date of an item, which is a draft from then on. In the future, later than published_at and publish_at, at most a year ahead. On entries, send it with "values" or "publish", if the entry is live, scheduled or published by the write. null and unpublishing remove it.',
  merge:
    'In PATCH, omitted keys do not change and null clears a key. PUT on a singleton replaces all values.',
  editing: 'A change of a published item through /v1 is live at once.',
  draft:
    'draft=true on PATCH and PUT of entries, singletons and articles changes only the draft. It cannot be combined with "publish", dates and "archived" (invalid_parameter).',
  dry_run: 'dry_run=true on a write checks everything and stores nothing; the response has meta.dry_run.',
  releases:
    'Custom content belongs to a release; release=<id> reads or writes a release other than the default. Built-in modules have no releases.',
  links:
    'A link or reference to an item that is deleted or not live returns null. Writing one to an unpublished target succeeds with a warning in meta.warnings.',
};
