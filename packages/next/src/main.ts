import { type AnyTypes, type Client, createClient, GalleyError, type ProjectTypes } from 'galley-client';
import { type Editable, type EditAttributes, editAttributes } from 'galley-client/preview';
import { notFound, redirect } from 'next/navigation';
import { readCached } from './cache/cached-reads.ts';
import { isPreview, previewToken } from './requests/draft.ts';
import { withNoStore } from './cache/no-store.ts';
import { settingsFrom } from './settings.ts';
import { siteFetch } from './cache/site-fetch.ts';

export { GalleyError } from 'galley-client';
export { type SiteLocale, siteLocales } from './locales.ts';
export { PreviewBridge } from './preview-bridge.ts';
export { isPreview } from './requests/draft.ts';
export { previewSession } from './requests/preview-session.ts';

/**
 * Creates a client whose reads Next caches until a purge. In a preview it reads drafts, uncached. It repeats failed reads,
 * but no writes. Methods throw `GalleyError`.
 */
export function galley<T extends ProjectTypes<T> = AnyTypes>(): Client<T> {
  const settings = settingsFrom(process.env);
  const context = { readCached, previewToken, fetch: (...args: Parameters<typeof fetch>) => fetch(...args) };
  return createClient<T>({
    baseUrl: settings.url,
    key: settings.key,
    retries: 0,
    fetch: siteFetch(settings, context),
  });
}

/** Creates a client that caches nothing and repeats failed requests like `galley-client`. */
export function galleyFresh<T extends ProjectTypes<T> = AnyTypes>(): Client<T> {
  const { url, key } = settingsFrom(process.env);
  return createClient<T>({
    baseUrl: url,
    key,
    fetch: (input, init) => fetch(input, withNoStore(init)),
  });
}

/**
 * Returns the result of a read, or null for a 404. Redirects to the end of the preview if its token has expired.
 * @throws other errors of the read
 */
export async function orNull<T>(read: PromiseLike<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof GalleyError && error.status === 404) return null;
    if (error instanceof GalleyError && error.code === 'invalid_preview_token') redirect(previewEndPath);
    throw error;
  }
}

/** Returns the result of a read. For a 404, shows `not-found.tsx`. @throws other errors of the read */
export async function orNotFound<T>(read: PromiseLike<T>): Promise<T> {
  return (await orNull(read)) ?? notFound();
}

/**
 * Returns the attributes of an element that shows a field, a block or an item: `<h1 {...(await edit(page, 'title'))}>`.
 * In the live preview a click on the element focuses its field. Outside of a preview there are no attributes but `lang`
 * and `dir` of a text that comes from another locale.
 */
export async function edit(item: Editable | null | undefined, field?: string): Promise<EditAttributes> {
  return editAttributes(await isPreview())(item, field);
}

/** The path of `exitPreviewRoute`. Tokens expire after an hour, while a preview can be open for longer. */
const previewEndPath = '/api/preview/end';
