import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { Progress } from '../../context/write-context.ts';
import type { ProjectDb } from '../../mongo/scope/handle.ts';
import { readBody } from '../request/body.ts';
import type { CacheableResponse } from '../cache/response-cache.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** A request that may run only once. */
export interface IdempotentRequest {
  projectId: string;
  /** The API key that sent it. */
  keyId: string;
  idempotencyKey: string;
  /** Equal for requests with the same method, path, query and body. */
  fingerprint: string;
  /** Whether a repetition continues an interrupted attempt after its stored progress. */
  resumes?: boolean;
}

/**
 * Work that calls `commit` in each of its transactions, so that the change and the record of the key commit
 * together.
 */
export type IdempotentWork = (
  commit: (tx: ProjectDb) => Promise<void>,
  progress: Progress,
) => Promise<CacheableResponse>;

export interface IdempotentOutcome {
  outcome: SerializedResponse | ApiError;
  isReplayed: boolean;
}

/** The item that a stored response describes. */
export interface WrittenItem {
  id: string;
  revision: number;
}

/** Rebuilds the part of a response that was too large to be stored; undefined if that version is deleted. */
export type RebuildPart = (item: WrittenItem) => Promise<unknown>;

/** Runs a request, or returns its first response. @throws the codes of idempotency */
export type IdempotentRunner = (
  request: IdempotentRequest,
  work: IdempotentWork,
  rebuild?: RebuildPart,
) => Promise<IdempotentOutcome>;

/** 1 to 255 visible ASCII characters (specification: idempotency). */
const keyForm = /^[\x21-\x7e]{1,255}$/;

/** The request's `Idempotency-Key`, or null. @throws invalid_idempotency_key */
export function idempotencyKeyOf(ctx: Context): string | null {
  const headerValue = ctx.headers['idempotency-key'];
  if (headerValue === undefined) return null;
  if (typeof headerValue === 'string' && keyForm.test(headerValue)) return headerValue;
  throw apiError('invalid_idempotency_key', {}, { param: 'Idempotency-Key' });
}

/** A hash that is equal for equal requests. The order of object keys doesn't matter. @throws invalid_json */
export function fingerprintOf(ctx: Context): string {
  const query = [...new URLSearchParams(ctx.querystring)].map(([name, value]) => `${name}=${value}`).sort();
  const body = readBody(ctx); // its depth is bounded
  const text = JSON.stringify([ctx.method, ctx.path, query, withSortedKeys(body)]);
  return createHash('sha256').update(text).digest('hex');
}

/** Sorts the keys of all objects. A list without objects is returned as it is, because it may have a million items. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.some((item) => typeof item === 'object') ? value.map(withSortedKeys) : value;
  const entries = Object.entries(value);
  if (entries.length === 0) return value;
  return Object.fromEntries(
    entries.map(([key, item]) => [key, withSortedKeys(item)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the response, and sets a header if it is replayed. @throws the error that was the first response */
export function replayedResponse(
  ctx: Context,
  { outcome, isReplayed }: IdempotentOutcome,
): SerializedResponse {
  if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
