import { createHash } from 'node:crypto';
import { type ApiRequest, ApiRefusal, type Json } from '../../api.ts';
import { ApiError } from '../../../../contract/errors/api-error.ts';

/** A refusal in the middle of several items: which one it was, and what is done of the others. */
export class StoppedAt extends Error {
  readonly fault: ApiRefusal | ApiError;
  readonly beside: Json;

  constructor(fault: ApiRefusal | ApiError, beside: Json) {
    super(fault.message);
    this.name = 'StoppedAt';
    this.fault = fault;
    this.beside = beside;
  }
}

/** Works on items one after another, and stops at the first that is refused. @throws StoppedAt where there are several */
export async function eachItem<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const [at, item] of items.entries()) {
    try {
      done.push(await work(item, at));
    } catch (fault) {
      if (items.length === 1 || !(fault instanceof ApiRefusal || fault instanceof ApiError)) throw fault;
      throw new StoppedAt(fault, { item: at, before: done });
    }
  }
  return done;
}

/** A POST that does its work once, however often the same confirmation is sent. */
export function once(request: ApiRequest, of: string): ApiRequest {
  if (request.method !== 'POST') return request;
  const key = createHash('sha256').update(of).digest('base64url');
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': `mcp-${key}` } };
}
