import { type Client, createClient } from 'galley-client';
import { withNoStore } from '../cache/no-store.ts';

/** A client that reads with a preview token, past the cache of Next. It repeats reads after a lost connection. */
export function previewClient(baseUrl: string, token: string, send: typeof fetch = fetch): Client {
  return createClient({
    baseUrl,
    preview: token,
    fetch: (input, init) => send(input, withNoStore(init)),
  });
}
