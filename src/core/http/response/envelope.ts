import { errorType } from '../../../contract/errors/errors.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { isDatabaseDown, isTimeLimitExceeded } from '../../mongo/connection/failures.ts';

/** Seconds after which a client should try again when the database or the storage did not answer. */
const retryAfterSeconds = 2;

/** What a thrown value means to a client. Anything that is no problem of ours is a 500 without details. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isTimeLimitExceeded(thrown)) return apiError('query_too_expensive', { name: 'the query' });
  if (isDatabaseDown(thrown)) return apiError('temporarily_unavailable', {});
  return apiError('internal_error', {});
}

/** The served form of a failure (specification: errors). */
export function errorEnvelope(fault: ApiError, context: { requestId: string; baseUrl: string }): object {
  const others = fault.others.map((other) => ({ code: other.code, message: other.message, ...other.hints }));
  return {
    error: {
      type: errorType(fault.status),
      code: fault.code,
      message: fault.message,
      request_id: context.requestId,
      ...fault.hints,
      ...(others.length > 0 ? { errors: others } : {}),
      doc_url: `${context.baseUrl}/docs/errors#${fault.code}`,
    },
  };
}

/** Headers that belong to a failure's status. */
export function errorHeaders(fault: ApiError): Record<string, string> {
  const seconds = fault.retryAfterSeconds ?? (fault.status === 503 ? retryAfterSeconds : null);
  return seconds === null ? {} : { 'Retry-After': String(seconds) };
}
