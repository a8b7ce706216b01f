import type { Context } from 'koa';

/** What a page may read of an answer that a shared cache stored for any caller. */
export const exposedOfShared = 'X-Request-Id, ETag';

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

/** For callers that keep answers; told to those who ask, so that all others are answered as before. */
const ofKeptAnswers = {
  asked: ['X-Cache-Tags', 'X-Min-Version'],
  told: ['X-Content-Version', 'X-Cache-Until'],
};

const allowedHeaders = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';

/** Whether the request is a browser's question before the real one; it needs no key and spends no budget. */
export function isPreflight(ctx: Context): boolean {
  return (
    ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== ''
  );
}

/**
 * Answers a preflight. Whether the origin is allowed is the key's business, and only the real request has the key.
 * `also` are headers that one door takes beside those of all.
 */
export function answerPreflight(ctx: Context, also: readonly string[] = []): void {
  ctx.set({
    'Access-Control-Allow-Origin': ctx.get('Origin'),
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': [allowedHeaders, ...askedFor(ctx), ...also].join(', '),
    'Access-Control-Max-Age': '600',
  });
  ctx.vary('Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  ctx.status = 204;
}

function askedFor(ctx: Context): string[] {
  const asked = ctx
    .get('Access-Control-Request-Headers')
    .toLowerCase()
    .split(/\s*,\s*/);
  return ofKeptAnswers.asked.filter((name) => asked.includes(name.toLowerCase()));
}

/** Lets the asking page read the answer, errors included, unless a secret key was sent (specification: cross-origin). */
export function allowOrigin(ctx: Context, token: string | null): void {
  const origin = ctx.get('Origin');
  if (origin === '' || token?.startsWith('sk_') === true) return;
  const more = ctx.get('X-Cache-Tags') !== 'true' ? [] : ['X-Cache-Tags', ...ofKeptAnswers.told];
  ctx.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': [exposed, ...more].join(', '),
  });
}
