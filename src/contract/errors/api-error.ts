import { type ErrorCode, type ErrorDetail, errors } from './errors.ts';

/** Keys of the error envelope beside `type`, `code`, `message` and `request_id`; served as they stand here. */
export interface ProblemHints {
  param?: string;
  /** The block in which the fault is. */
  block_id?: string;
  did_you_mean?: string | undefined;
  available_fields?: readonly string[];
  available_types?: readonly string[];
  available_blocks?: readonly string[];
  available_operators?: readonly string[];
  expected?: string;
  got?: string;
  available_at?: string;
  expired_at?: string;
  current_revision?: number;
  referenced_by?: readonly unknown[];
  /** How many more there are that the caller may not see. */
  hidden?: number;
  progress?: unknown;
  diverged?: unknown;
  /** What a second step or a step-up takes, and the ticket of the former. */
  methods?: readonly string[];
  ticket?: string;
  /** The least role that may, or the first of permission, area and type that is missing. */
  role?: string;
  required?: string;
  limit?: string;
  value?: number;
}

/** A refusal with a code of the catalogue. `others` are further faults of the same request. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly hints: ProblemHints;
  readonly others: readonly ApiError[];
  /** Seconds until trying again may help, for `Retry-After`; null where the problem says nothing of it. */
  retryAfterSeconds: number | null = null;

  constructor(code: ErrorCode, message: string, hints: ProblemHints, others: readonly ApiError[] = []) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.status = errors[code].status;
    this.hints = hints;
    this.others = others;
  }
}

/** Makes a problem to throw: `throw problem('unknown_entry', { entryId }, { param: 'entryId' })`. */
export function apiError<C extends ErrorCode>(
  code: C,
  detail: ErrorDetail<C>,
  hints: ProblemHints = {},
): ApiError {
  const message = errors[code].message as (detail: ErrorDetail<C>) => string;
  const error = new ApiError(code, message(detail), hints);
  if ('retryAfter' in detail) error.retryAfterSeconds = Number(detail.retryAfter);
  return error;
}

/** The refusal of what would pass a limit that the operator sets, told by the name that introspection gives it. */
export function limitReached(limit: string, value: number): ApiError {
  return apiError('limit_reached', { limit, value }, { limit, value });
}

/** One problem for all faults of a request: the first leads, all (at most 20) are listed (specification: errors). */
export function combineErrors(faults: readonly ApiError[]): ApiError | null {
  const [first] = faults;
  if (first === undefined) return null;
  if (faults.length === 1) return first;
  return new ApiError(first.code, first.message, first.hints, faults.slice(0, 20));
}
