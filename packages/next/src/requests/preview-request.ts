import { type Client, GalleyError, type PreviewSession } from 'galley-client';
import type { Settings } from '../settings.ts';
import { previewClient } from './preview-client.ts';
import { isSitePath } from './site-path.ts';

/** The item in the preview URL. `client` reads drafts. */
export interface Previewed {
  /** A built-in type like `blog_article` or `author`; for an entry, its content type. */
  type: string;
  id: string;
  slug: string;
  /** The code of the locale that the editor has open; empty if the preview URL has no `{locale}`. */
  locale: string;
  client: Client;
}

/** Returns the path of the page that shows an item; null if the site has no such page. */
export type PathOf = (item: Previewed) => string | null | Promise<string | null>;

export interface StoredPreview {
  token: string;
  session: PreviewSession;
}

export interface PreviewContext {
  settings: Settings;
  pathOf: PathOf;
  /** Stores the preview in this browser; null ends it. */
  storePreview: (preview: StoredPreview | null) => Promise<void>;
}

/**
 * Handles the preview URL that the dashboard opens: checks the token, stores it, and redirects to the page. An invalid
 * token ends the preview. `Referrer-Policy` keeps the URL with the token from other sites.
 */
export async function handlePreview(
  request: Request,
  { settings, pathOf, storePreview }: PreviewContext,
): Promise<Response> {
  const parameters = new URL(request.url).searchParams;
  const [token = '', type = '', id = '', slug = '', locale = ''] = [
    'token',
    'type',
    'id',
    'slug',
    'locale',
  ].map((name) => parameters.get(name) ?? '');
  if (!isToken(token)) return endPreview(storePreview);
  const client = previewClient(settings.url, token);
  try {
    const session = await client.previewSession();
    const item = { type, id, slug, locale, client };
    const path = parameters.get('path') ?? (await pathOf(item)) ?? '/';
    if (!isSitePath(path))
      return new Response('`path` must be a path of this site, such as /blog.', { status: 400 });
    await storePreview({ token, session });
    return redirectTo(path);
  } catch (error) {
    if (error instanceof GalleyError && error.status === 401) return endPreview(storePreview);
    if (error instanceof GalleyError && error.status === 404)
      return new Response(error.message, { status: 404 });
    throw error;
  }
}

/** A response with 307 to a path of the site. */
export function redirectTo(path: string): Response {
  const headers = { Location: path, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };
  return new Response(null, { status: 307, headers });
}

function isToken(token: string): boolean {
  return /^pv_[A-Za-z0-9_.-]{1,500}$/.test(token);
}

async function endPreview(storePreview: PreviewContext['storePreview']): Promise<Response> {
  await storePreview(null);
  return new Response('This preview has ended. Open it again in the dashboard.', { status: 401 });
}
