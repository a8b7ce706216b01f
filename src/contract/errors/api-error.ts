import { type ErrorCode, type ErrorDetail, errors } from './errors.ts';

/**
 * Keys of the error envelope in addition to `type`, `code`, `message` and `request_id`, with the names in
 * responses.
 */
export interface ErrorHints {
  param?: string;
  /** The block that contains the error. */
  block_id?: string;
  did_you_mean?: string | undefined;
  available_fields?: readonly string[];
  available_types?: readonly string[];
  available_blocks?: readonly string[];
  available_locales?: readonly string[];
  available_operators?: readonly string[];
  expected?: string;
  got?: string;
  available_at?: string;
  expired_at?: string;
  current_revision?: number;
  /** The values that two people changed differently, with both versions. */
  conflicts?: readonly unknown[];
  /** The fields that a change would remove, with the entries that have a value. */
  fields?: readonly unknown[];
  /** The locale that an error is about, if it is not the default. */
  locale?: string;
  /** The locales that an error is about. */
  locales?: readonly string[];
  /** The ids of entries that are in the way. */
  entries?: readonly string[];
  referenced_by?: readonly unknown[];
  /** How many more exist that the caller may not see. */
  hidden?: number;
  progress?: unknown;
  diverged?: unknown;
  /** What a second step or a step-up accepts, and the ticket of a second step. */
  methods?: readonly string[];
  ticket?: string;
  /** Why a sign-in at an issuer was rejected. */
  reason?: string;
  /** The role that is required, or the first missing permission, area or type. */
  role?: string;
  required?: string;
  limit?: string | number;
  /** The position of the operation in a bulk request, and the status of its error. */
  index?: number;
  status?: number;
  value?: number;
}

/** An error with a code from the catalog. `others` are all errors of the request. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly hints: ErrorHints;
  readonly others: readonly ApiError[];
  /** Seconds for `Retry-After`; null if a retry doesn't help. */
  retryAfterSeconds: number | null = null;
  /** Where a browser goes instead of showing the error as JSON. */
  location: string | null = null;
  /** What the operator should read in the log, with the request's id. The response doesn't contain it. */
  warning: string | null = null;

  constructor(code: ErrorCode, message: string, hints: ErrorHints, others: readonly ApiError[] = []) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = errors[code].status;
    this.hints = hints;
    this.others = others;
  }
}

/** Creates an error to throw: `throw apiError('unknown_entry', { entryId }, { param: 'entryId' })`. */
export function apiError<C extends ErrorCode>(
  code: C,
  detail: ErrorDetail<C>,
  hints: ErrorHints = {},
): ApiError {
  const message = errors[code].message as (detail: ErrorDetail<C>) => string;
  const error = new ApiError(code, message(detail), hints);
  if ('retryAfter' in detail) error.retryAfterSeconds = Number(detail.retryAfter);
  return error;
}

/** The error for an operator's limit, named as in introspection. */
export function limitReached(limit: string, value: number): ApiError {
  return apiError('limit_reached', { limit, value }, { limit, value });
}

/**
 * Combines all errors of a request: the first gives code and message, at most 20 are listed (specification:
 * errors).
 */
export function combineErrors(apiErrors: readonly ApiError[]): ApiError | null {
  const [first] = apiErrors;
  if (first === undefined) return null;
  if (apiErrors.length === 1) return first;
  return new ApiError(first.code, first.message, first.hints, apiErrors.slice(0, 20));
}
