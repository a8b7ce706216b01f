import type { ErrorCode } from '../../contract/errors/errors.ts';
import type { ErrorHints } from '../../contract/errors/api-error.ts';

/** A refusal as it is stored; the envelope is made again, for it names the request. */
export interface StoredProblem {
  code: ErrorCode;
  message: string;
  hints: ErrorHints;
}

/** What the first request was answered. */
export type StoredAnswer =
  | {
      kind: 'answer';
      status: number;
      media_type: string;
      /** Null for an answer without a body. */
      bytes: Buffer | null;
      is_packed: boolean;
      /** There when the answer was too large to be kept: `bytes` is the body without this part, which is made again. */
      large?: string | null;
      etag: string | null;
      location: string | null;
    }
  | { kind: 'problem'; first: StoredProblem; others: StoredProblem[] };

/** One use of an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** `<api key>/<hash of the idempotency key>` */
  _id: string;
  /** The process that runs it; another one takes over when this one is gone. */
  attempt: string;
  /** Of method, path, query and body. */
  fingerprint: string;
  /** Until then the process that runs it counts as alive. */
  alive_until: Date;
  /** Whether its change is stored; set in the same transaction. */
  committed: boolean;
  answer: StoredAnswer | null;
  expires_at: Date;
}
