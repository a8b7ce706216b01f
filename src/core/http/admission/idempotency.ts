import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../mongo/scope/handle.ts';
import { readBody } from '../request/body.ts';
import type { CacheableResponse } from '../cache/response-cache.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';

/** A request that may be worked on only once. */
export interface IdempotentRequest {
  projectId: string;
  /** The API key that it belongs to. */
  keyId: string;
  idempotencyKey: string;
  /** The same for requests with the same method, path, query and body. */
  fingerprint: string;
}

/** Work whose every transaction calls `commit`, so that it is known with the change that it was stored. */
export type IdempotentWork = (commit: (tx: ProjectDb) => Promise<void>) => Promise<CacheableResponse>;

export interface IdempotentOutcome {
  outcome: SerializedResponse | ApiError;
  isReplayed: boolean;
}

/** The item that a stored response describes. */
export interface WrittenItem {
  id: string;
  revision: number;
}

/** Rebuilds the part of a response that was too large to be stored; undefined when that version is deleted. */
export type RebuildPart = (item: WrittenItem) => Promise<unknown>;

/** Runs a request, or returns its first response. @throws the codes of idempotency */
export type IdempotentRunner = (
  request: IdempotentRequest,
  work: IdempotentWork,
  remake?: RebuildPart,
) => Promise<IdempotentOutcome>;

/** 1 to 255 visible ASCII characters (specification: idempotency). */
const form = /^[\x21-\x7e]{1,255}$/;

/** The request's `Idempotency-Key`, or null. @throws invalid_idempotency_key */
export function idempotencyKeyOf(ctx: Context): string | null {
  const sent = ctx.headers['idempotency-key'];
  if (sent === undefined) return null;
  if (typeof sent === 'string' && form.test(sent)) return sent;
  throw apiError('invalid_idempotency_key', {}, { param: 'Idempotency-Key' });
}

/** What tells one request from another, whatever the order of its keys. @throws invalid_json */
export function fingerprintOf(ctx: Context): string {
  const query = [...new URLSearchParams(ctx.querystring)].map(([name, value]) => `${name}=${value}`).sort();
  const body = readBody(ctx); // its depth is bounded
  const text = JSON.stringify([ctx.method, ctx.path, query, inOrder(body)]);
  return createHash('sha256').update(text).digest('hex');
}

/** The same value with the keys of its objects in order. What holds no key is taken as it is: it may be a million zeros. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.some((item) => typeof item === 'object') ? value.map(inOrder) : value;
  const entries = Object.entries(value);
  if (entries.length === 0) return value;
  return Object.fromEntries(
    entries.map(([key, item]) => [key, inOrder(item)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the response, and marks it when it is replayed. @throws the error that was the response */
export function replayedResponse(
  ctx: Context,
  { outcome, isReplayed }: IdempotentOutcome,
): SerializedResponse {
  if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}
