import type { Context } from 'koa';
import { type CdnMode, maxNotFoundSeconds, maxStaleIfErrorSeconds } from '../../../contract/events/cdn.ts';
import { sharedExposedHeaders } from '../admission/cors.ts';
import type { CacheMetadata } from './cache-metadata.ts';

/** A response that shared caches may store. */
export interface SharedResponse {
  mode: Readonly<CdnMode>;
  metadata: CacheMetadata;
  /** When the response is sent. Its ages count from then on. */
  now: Date;
}

/** Headers of one caller, which a stored response would show to others. */
const callerHeader = /^x-ratelimit-/;

/**
 * Sets the cache headers of a response with status 200, 304 or 404 to a publishable key, only in CDN mode
 * (docs/build/cache-tags.md).
 */
export function setCacheHeaders(ctx: Context, { mode, metadata, now }: SharedResponse): void {
  for (const name of ctx.res.getHeaderNames()) if (callerHeader.test(name)) ctx.remove(name);
  ctx.set({
    'Cache-Control': cacheControl(mode, {
      isMissing: ctx.status === 404,
      leftMs: metadata.endsAtMs - now.getTime(),
    }),
    'Surrogate-Key': metadata.tags,
    'Cache-Tag': metadata.tags.replaceAll(' ', ','),
  });
  if (mode.profile === 'keyed') return;
  // The edge has one host for each project and sends the key itself, so headers of visitors never change the response.
  ctx.set({
    Vary: 'Accept-Encoding',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': sharedExposedHeaders,
  });
}

/**
 * How long a response may be stored, and served after that. Both end at the next date that changes the response.
 * @param leftMs - until the response expires by itself; infinite for never, negative if it has expired.
 */
export function cacheControl(
  { max_age_seconds: maxAge, stale_seconds: stale }: Pick<CdnMode, 'max_age_seconds' | 'stale_seconds'>,
  { isMissing, leftMs }: { isMissing: boolean; leftMs: number },
): string {
  const secondsLeft = Math.max(0, Math.floor(leftMs / 1000));
  const storedSeconds = Math.min(isMissing ? Math.min(maxAge, maxNotFoundSeconds) : maxAge, secondsLeft);
  const staleSecondsMax = secondsLeft - storedSeconds;
  return [
    'public',
    'max-age=0', // browsers revalidate each time, because no purge reaches them
    `s-maxage=${storedSeconds}`,
    `stale-while-revalidate=${Math.min(stale, staleSecondsMax)}`,
    `stale-if-error=${Math.min(maxStaleIfErrorSeconds, staleSecondsMax)}`,
  ].join(', ');
}
