import type { ErrorCode } from '../../contract/errors/errors.ts';
import type { ErrorHints } from '../../contract/errors/api-error.ts';

/** A stored error. The envelope is created for each response, because it contains the request id. */
export interface StoredError {
  code: ErrorCode;
  message: string;
  hints: ErrorHints;
}

/** The stored response or error of the first request. */
export type StoredResponse =
  | {
      kind: 'answer';
      status: number;
      media_type: string;
      /** Null for a response without a body. */
      bytes: Buffer | null;
      is_packed: boolean;
      /**
       * Present if the response was too large to be stored. `bytes` is then the body without this key, which is
       * rebuilt.
       */
      large?: string | null;
      etag: string | null;
      location: string | null;
    }
  | { kind: 'problem'; first: StoredError; others: StoredError[] };

/** One use of an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** `<api key>/<hash of the idempotency key>` */
  _id: string;
  /** Identifies the process that runs the request. Another process takes over if it is gone. */
  attempt: string;
  /** A hash of method, path, query and body. */
  fingerprint: string;
  /** Until then the process counts as alive. */
  alive_until: Date;
  /** Whether the change is stored; set in the same transaction. */
  committed: boolean;
  /** The results that a request stored before its response; only for requests that resume. */
  progress?: unknown[];
  answer: StoredResponse | null;
  expires_at: Date;
}
