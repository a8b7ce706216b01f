import type { Context } from 'koa';

/** Headers that a page may read of a response from a shared cache. */
export const sharedExposedHeaders = 'X-Request-Id, ETag';

const exposedHeaders = [
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'Location',
  'Idempotency-Replayed',
  ...['Limit', 'Remaining', 'Reset'].flatMap((what) =>
    ['read', 'write', 'vote'].map((budget) => `X-RateLimit-${what}-${budget}`),
  ),
].join(', ');

/** Headers for callers that cache responses. Other callers don't receive them. */
const cacheHeaders = {
  request: ['X-Cache-Tags', 'X-Min-Version'],
  response: ['X-Content-Version', 'X-Cache-Until'],
};

const allowedHeaders = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';

/** Whether the request is a browser's preflight, which needs no key and takes nothing from a budget. */
export function isPreflight(ctx: Context): boolean {
  return (
    ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== ''
  );
}

/**
 * Responds to a preflight. The key decides whether the origin is allowed, and only the real request has the key.
 * `also` are more headers that one endpoint allows.
 */
export function respondToPreflight(ctx: Context, also: readonly string[] = []): void {
  ctx.set({
    'Access-Control-Allow-Origin': ctx.get('Origin'),
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': [allowedHeaders, ...requestedCacheHeaders(ctx), ...also].join(', '),
    'Access-Control-Max-Age': '600',
  });
  ctx.vary('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  ctx.status = 204;
}

function requestedCacheHeaders(ctx: Context): string[] {
  const requestedHeaders = ctx
    .get('Access-Control-Request-Headers')
    .toLowerCase()
    .split(/\s*,\s*/);
  return cacheHeaders.request.filter((name) => requestedHeaders.includes(name.toLowerCase()));
}

/**
 * Lets the page read the response, errors included, unless a secret key was sent (specification: cross-origin).
 * `also` are more headers that one endpoint exposes.
 */
export function allowOrigin(ctx: Context, token: string | null, also: readonly string[] = []): void {
  const origin = ctx.get('Origin');
  if (origin === '' || token?.startsWith('sk_') === true) return;
  const more = ctx.get('X-Cache-Tags') !== 'true' ? [] : ['X-Cache-Tags', ...cacheHeaders.response];
  ctx.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': [exposedHeaders, ...more, ...also].join(', '),
  });
}
