import { type AnyTypes, type Client, createClient, GalleyError, type ProjectTypes } from 'galley-client';
import { notFound, redirect } from 'next/navigation';
import { previewToken } from './draft.ts';
import { kept } from './kept.ts';
import { settingsFrom } from './settings.ts';
import { siteFetch } from './site-fetch.ts';
import { unkept } from './unkept.ts';

export { GalleyError } from 'galley-client';
export { isPreview } from './draft.ts';

/**
 * The client of the site. Next keeps what it reads until a purge says that it changed; in a preview it reads drafts,
 * which are kept nowhere. Calls throw `GalleyError`; a failed read is not repeated once more here, nor is a write.
 */
export function galley<T extends ProjectTypes<T> = AnyTypes>(): Client<T> {
  const settings = settingsFrom(process.env);
  const ways = { kept, previewToken, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) };
  return createClient<T>({
    baseUrl: settings.url,
    key: settings.key,
    retries: 0,
    fetch: siteFetch(settings, ways),
  });
}

/** A client whose reads are kept nowhere, and whose requests are repeated as those of `galley-client` are. */
export function galleyFresh<T extends ProjectTypes<T> = AnyTypes>(): Client<T> {
  const { url, key } = settingsFrom(process.env);
  return createClient<T>({
    baseUrl: url,
    key,
    fetch: (input, init) => fetch(input, unkept(init)),
  });
}

/** What a read answers; null when there is none. @throws what else the read throws */
export async function orNull<T>(read: PromiseLike<T>): Promise<T | null> {
  try {
    return await read;
  } catch (fault) {
    if (fault instanceof GalleyError && fault.status === 404) return null;
    if (fault instanceof GalleyError && fault.code === 'invalid_preview_token') redirect(previewEnd);
    throw fault;
  }
}

/** What a read answers; the site's page for what is not there when there is none. */
export async function orNotFound<T>(read: PromiseLike<T>): Promise<T> {
  return (await orNull(read)) ?? notFound();
}

/** Where `exitPreviewRoute` is: a token lasts an hour, and an editor may look at a page for longer. */
const previewEnd = '/api/preview/end';
