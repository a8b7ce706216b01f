import { ApiError, apiError } from '../../contract/errors/api-error.ts';

/** A store refused a request; `code` is S3's word for it, empty where it gave none. */
export class S3Refusal extends Error {
  readonly code: string;

  constructor(code: string, status: number) {
    super(`The store answered ${status}${code === '' ? '' : `, ${code}`}`);
    this.code = code;
  }
}

/** Whether the store answers that there is no such object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3Refusal && (error.code === 'NotFound' || error.code === 'NoSuchKey');
}

/** The answer for any failure of the storage: 503, with the failure as its cause for the log. */
export function unavailable(cause: unknown): ApiError {
  return Object.assign(apiError('temporarily_unavailable', {}), { cause });
}

/** Whether the store answered, and refused this one thing: others may go well. */
export function isRefusal(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.cause instanceof S3Refusal;
}
