import type { Context } from 'koa';

const exposed = [
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'Location',
  'Idempotency-Replayed',
  ...['Limit', 'Remaining', 'Reset'].flatMap((what) =>
    ['read', 'write', 'vote'].map((budget) => `X-RateLimit-${what}-${budget}`),
  ),
].join(', ');

const allowedHeaders = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';

/** Whether the request is a browser's question before the real one; it needs no key and spends no budget. */
export function isPreflight(ctx: Context): boolean {
  return (
    ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== ''
  );
}

/** Answers a preflight. Whether the origin is allowed is the key's business, and only the real request has the key. */
export function answerPreflight(ctx: Context): void {
  ctx.set({
    'Access-Control-Allow-Origin': ctx.get('Origin'),
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': '600',
  });
  ctx.vary('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  ctx.status = 204;
}

/** Lets the asking page read the answer, errors included, unless a secret key was sent (specification: cross-origin). */
export function allowOrigin(ctx: Context, token: string | null): void {
  const origin = ctx.get('Origin');
  if (origin === '' || token?.startsWith('sk_') === true) return;
  ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
}
