import type { Context } from 'koa';
import { type CdnMode, maxNotFoundSeconds, maxStaleIfErrorSeconds } from '../../../contract/events/cdn.ts';
import { exposedOfShared } from '../admission/cors.ts';
import type { Reading } from './reading.ts';

/** An answer that shared caches may store: how its project lets them, and what decides for how long. */
export interface SharedResponse {
  mode: Readonly<CdnMode>;
  reading: Reading;
  /** When it is sent: its seconds count from then on. */
  now: Date;
}

/** What is one caller's own: a stored one would show another caller's. */
const ofOneCaller = /^x-ratelimit-/;

/**
 * Lets shared caches store an answer to a publishable key, in CDN mode alone (docs/build/cache-tags.md). Its status is 200, 304 or
 * 404. Everything else keeps the headers that it has.
 */
export function setCacheHeaders(ctx: Context, { mode, reading, now }: SharedResponse): void {
  for (const name of ctx.res.getHeaderNames()) if (ofOneCaller.test(name)) ctx.remove(name);
  ctx.set({
    'Cache-Control': cacheControl(mode, {
      isMissing: ctx.status === 404,
      leftMs: reading.endsAtMs - now.getTime(),
    }),
    'Surrogate-Key': reading.tags,
    'Cache-Tag': reading.tags.replaceAll(' ', ','),
  });
  if (mode.profile === 'keyed') return;
  // One host a project, whose edge brings the key: what the visitor sent tells no two answers apart.
  ctx.set({
    Vary: 'Accept-Encoding',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedOfShared,
  });
}

/**
 * How long an answer may be stored, and served beyond that. Neither outlives what the answer says: where a date comes
 * first, all three end with it.
 * @param leftMs - until the answer ends by itself; infinite for never, below zero when it has
 */
export function cacheControl(
  { max_age_seconds: maxAge, stale_seconds: stale }: Pick<CdnMode, 'max_age_seconds' | 'stale_seconds'>,
  { isMissing, leftMs }: { isMissing: boolean; leftMs: number },
): string {
  const left = Math.max(0, Math.floor(leftMs / 1000));
  const stored = Math.min(isMissing ? Math.min(maxAge, maxNotFoundSeconds) : maxAge, left);
  const beyond = left - stored;
  return [
    'public',
    'max-age=0', // browsers ask the cache each time: nothing purges them
    `s-maxage=${stored}`,
    `stale-while-revalidate=${Math.min(stale, beyond)}`,
    `stale-if-error=${Math.min(maxStaleIfErrorSeconds, beyond)}`,
  ].join(', ');
}
