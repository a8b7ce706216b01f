import { GalleyError } from 'galley-client';
import { tracked } from 'galley-client/track';
import type { NewestVersion } from './newest.ts';
import { withNoStore } from './no-store.ts';
import type { Settings } from '../settings.ts';

/** A response of the API in the form that Next caches. */
export interface CachedResponse {
  status: 200 | 404;
  body: string;
  /** Cache tags of the content in the body. A purge of any of them drops the response. */
  tags: readonly string[];
  /** Seconds until the response expires without a purge, at most a day. */
  seconds: number;
}

export interface ReadContext {
  settings: Settings;
  newest: NewestVersion;
  now: () => Date;
  fetch?: typeof fetch;
}

/** Three 503 responses clear the newest version, so the last retry is sent without a minimum version. */
const retries = 3;
const daySeconds = 86_400;

/**
 * Reads one path of the API and the cache tags of its response.
 *
 * @param path - with its query: `/v1/blog/articles?limit=10`
 * @throws GalleyError for every status except 200 and 404. Don't cache it.
 */
export async function readResponse(
  path: string,
  { settings, newest, now, fetch: baseFetch = fetch }: ReadContext,
): Promise<CachedResponse> {
  // Next caches the result of the whole function, so its cache of single requests is turned off.
  const send = newest.requireVersion((input, init) => baseFetch(input, withNoStore(init)));
  const { client, seen } = tracked({ baseUrl: settings.url, key: settings.key, retries, fetch: send });
  const { status, body } = await client.send('GET', path).then(
    async (response) => ({ status: 200 as const, body: await response.text() }),
    (error: unknown) => ({ status: 404 as const, body: notFoundBody(error) }),
  );
  return { status, body, tags: seen.tags, seconds: secondsUntil(seen.until, now()) };
}

/** The body of a 404 response. @throws any other error unchanged */
function notFoundBody(error: unknown): string {
  if (!(error instanceof GalleyError) || error.status !== 404) throw error;
  return JSON.stringify({ error: error.body });
}

/** Whole seconds until the end, rounded down. At least 1, because Next doesn't cache a result with 0 seconds. */
function secondsUntil(end: Date | null, now: Date): number {
  if (end === null) return daySeconds;
  const seconds = Math.floor((end.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(daySeconds, seconds));
}
