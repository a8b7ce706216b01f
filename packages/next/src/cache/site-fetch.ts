import { withNoStore } from './no-store.ts';
import type { CachedResponse } from './response.ts';
import { previewClient } from '../requests/preview-client.ts';
import type { Settings } from '../settings.ts';

export interface FetchContext {
  /** Returns the cached response of a path of the API, and reads it first if needed. */
  readCached: (path: string) => Promise<CachedResponse>;
  /** The preview token of the current request; null outside of a preview. */
  previewToken: () => Promise<string | null>;
  fetch: typeof fetch;
}

/** Paths that also exist under `/preview`, where they return drafts. */
const previewPaths = /^\/v1\/(content|blog|kb|authors)(\/|\?|$)/;
/** Paths whose responses are never cached. */
const uncachedPaths = /^\/v1\/(changes|ping)(\/|\?|$)/;

/** A fetch for the client: reads are cached by Next, or return drafts in a preview. Writes are sent unchanged. */
export function siteFetch(
  { url }: Settings,
  { readCached, previewToken, fetch: send }: FetchContext,
): typeof fetch {
  return async (input, init = {}) => {
    const path = urlOf(input).slice(url.length);
    if (init.method !== 'GET' || uncachedPaths.test(path)) return send(input, withNoStore(init));
    const token = previewPaths.test(path) ? await previewToken() : null;
    if (token !== null) return previewClient(url, token, send).send('GET', path);
    const { status, body } = await readCached(path);
    return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  };
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}
