import { ApiError, apiError } from '../../contract/errors/api-error.ts';

/** The store responded with an error. `code` is S3's name for it, or empty if the response has none. */
export class StoreError extends Error {
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(`The store rejected a request (${code === '' ? cause.message : code})`, { cause });
    this.code = code;
  }
}

/** What the MinIO client throws, as a StoreError if it comes from a response of the store. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'S3Error')
    return new StoreError('code' in error && typeof error.code === 'string' ? error.code : '', error);
  // The client has no S3Error for statuses that it would retry, such as 500 and 503.
  const status = /Retryable HTTP status: (\d+)/.exec(error.message)?.[1];
  return status === undefined ? error : new StoreError(status === '503' ? 'SlowDown' : '', error);
}

/** Whether the store responds that there is no such object. */
export function isMissingObject(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}

/** The 503 for any failure of the storage, with the failure as its cause for the log. */
export function unavailable(cause: unknown): ApiError {
  return Object.assign(apiError('temporarily_unavailable', {}), { cause });
}

/** Whether the store responded and rejected this one request: others may succeed. */
export function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && error.cause instanceof StoreError;
}
