import type { Context } from 'koa';
import { setCacheHeaders, type SharedResponse } from '../cache/cache-headers.ts';
import { matchesTag } from './etag.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { SerializedResponse } from './serialized-response.ts';

/** Sends a response; a read whose tag the caller has becomes 304. Shared caches may store a response with `shared`. */
export function send(
  ctx: Context,
  { status, mediaType, bytes, etag, location, headers }: SerializedResponse,
  memory: ResponseMemory,
  shared?: SharedResponse,
): void {
  ctx.status = status;
  if (location !== null) ctx.set('Location', location);
  if (shared !== undefined) setCacheHeaders(ctx, shared);
  if (headers !== undefined) setFurtherHeaders(ctx, headers);
  if (bytes === null) return;
  ctx.type = mediaType;
  if (etag !== null) {
    ctx.set('ETag', etag);
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && matchesTag(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
  }
  memory.send(ctx, bytes);
}

/** Sets headers that pages may read too, wherever they may read the response. */
function setFurtherHeaders(ctx: Context, headers: Readonly<Record<string, string>>): void {
  ctx.set({ ...headers });
  if (!ctx.res.hasHeader('Access-Control-Expose-Headers')) return;
  const exposed = String(ctx.response.get('Access-Control-Expose-Headers'));
  ctx.set('Access-Control-Expose-Headers', [exposed, ...Object.keys(headers)].join(', '));
}
