import { errorType } from '../../../contract/errors/errors.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { isDatabaseDown, isTimeLimitExceeded } from '../../mongo/connection/failures.ts';

/** Seconds after which a client should try again when the database or the storage does not respond. */
const retryAfterSeconds = 2;

/** The API error of a thrown value. Any other error is a 500 without details. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isTimeLimitExceeded(thrown)) return apiError('query_too_expensive', { name: 'the query' });
  if (isDatabaseDown(thrown)) return apiError('temporarily_unavailable', {});
  return apiError('internal_error', {});
}

/** The body of an error response (specification: errors). */
export function errorEnvelope(error: ApiError, context: { requestId: string; baseUrl: string }): object {
  const others = error.others.map((other) => ({ code: other.code, message: other.message, ...other.hints }));
  return {
    error: {
      type: errorType(error.status),
      code: error.code,
      message: error.message,
      request_id: context.requestId,
      ...error.hints,
      ...(others.length > 0 ? { errors: others } : {}),
      doc_url: `${context.baseUrl}/docs/errors#${error.code}`,
    },
  };
}

/** Headers of an error response. */
export function errorHeaders(error: ApiError): Record<string, string> {
  const seconds = error.retryAfterSeconds ?? (error.status === 503 ? retryAfterSeconds : null);
  return seconds === null ? {} : { 'Retry-After': String(seconds) };
}
