import { cacheLife, cacheTag } from 'next/cache';
import { logFailure, originalError } from '../failures.ts';
import { newestVersion } from './newest.ts';
import { type CachedResponse, readResponse } from './response.ts';
import { settingsFrom } from '../settings.ts';

/** Next renders a page on every request if `stale` is below 30 seconds or `expire` is below 5 minutes. */
const browserSeconds = 300;
const yearSeconds = 365 * 86_400;

/** Next caches the result until one of its tags is purged. The path is the cache key, so it's the only parameter. */
async function readAndCache(path: string): Promise<CachedResponse> {
  'use cache';
  const context = { settings: settingsFrom(process.env), newest: newestVersion(), now: () => new Date() };
  const response = await readResponse(path, context).catch((error: unknown) => {
    throw logFailure(path, error);
  });
  cacheTag(...response.tags);
  cacheLife({ stale: browserSeconds, revalidate: response.seconds, expire: yearSeconds });
  return response;
}

/** The cached response of a path of the API, which is read if it isn't cached. @throws GalleyError, never cached */
export async function readCached(path: string): Promise<CachedResponse> {
  try {
    return await readAndCache(path);
  } catch (error) {
    throw originalError(error);
  }
}
