import { createHash } from 'node:crypto';
import { type ApiRequest, ApiRejection, type Json } from '../../api.ts';
import { ToolError } from '../../errors.ts';

/** An error at one of several items. `details` contains the item's index, and the results of the items before it. */
export class StoppedAt extends Error {
  readonly error: ApiRejection | ToolError;
  readonly details: Json;

  constructor(error: ApiRejection | ToolError, details: Json) {
    super(error.message);
    this.name = 'StoppedAt';
    this.error = error;
    this.details = details;
  }
}

/** Works on items in order, and stops at the first error. @throws StoppedAt if there are several items */
export async function eachItem<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push(await work(item, index));
    } catch (error) {
      if (items.length === 1 || !(error instanceof ApiRejection || error instanceof ToolError)) throw error;
      throw new StoppedAt(error, { item: index, before: results });
    }
  }
  return results;
}

/** Makes a POST idempotent for one confirmation, however often that is sent. */
export function makeIdempotent(request: ApiRequest, confirmation: string): ApiRequest {
  if (request.method !== 'POST') return request;
  const key = createHash('sha256').update(confirmation).digest('base64url');
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': `mcp-${key}` } };
}
