import { type Client, createClient, GalleyError } from 'galley-client';
import type { Settings } from './settings.ts';
import { isSitePath } from './site-path.ts';
import { unkept } from './unkept.ts';

/** The item that the preview address of the dashboard names; `client` reads its draft. */
export interface Previewed {
  /** `blog_article`, `author` and so on; of an entry its content type. */
  type: string;
  id: string;
  slug: string;
  client: Client;
}

/** The path of the site that shows an item, or null when none does. */
export type PathOf = (item: Previewed) => string | null | Promise<string | null>;

export interface PreviewWays {
  settings: Settings;
  pathOf: PathOf;
  /** Begins the preview of this browser; null ends it. */
  keep: (token: string | null) => Promise<void>;
}

/**
 * Answers the dashboard's Preview: tries the token, keeps it, and sends the browser to the page. A token that opens
 * nothing ends the preview. The address that held the token is passed on to no site.
 */
export async function answerPreview(
  request: Request,
  { settings, pathOf, keep }: PreviewWays,
): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const [token, type, id, slug] = ['token', 'type', 'id', 'slug'].map((name) => asked.get(name) ?? '');
  if (!isToken(token)) return ended(keep);
  const client = createClient({
    baseUrl: settings.url,
    preview: token,
    fetch: (input, init) => fetch(input, unkept(init)),
  });
  try {
    await client.authors.list({ limit: 1 });
    const item = { type: type ?? '', id: id ?? '', slug: slug ?? '', client };
    const path = asked.get('path') ?? (await pathOf(item)) ?? '/';
    if (!isSitePath(path)) return new Response('`path` is no path of this site.', { status: 400 });
    await keep(token);
    return sentTo(path);
  } catch (fault) {
    if (fault instanceof GalleyError && fault.status === 401) return ended(keep);
    if (fault instanceof GalleyError && fault.status === 404)
      return new Response(fault.message, { status: 404 });
    throw fault;
  }
}

/** 307 to a path of the site. */
export function sentTo(path: string): Response {
  const headers = { Location: path, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };
  return new Response(null, { status: 307, headers });
}

function isToken(token: string | undefined): token is string {
  return token !== undefined && /^pv_[A-Za-z0-9_.-]{1,500}$/.test(token);
}

async function ended(keep: PreviewWays['keep']): Promise<Response> {
  await keep(null);
  return new Response('This preview has ended. Open it again in the dashboard.', { status: 401 });
}
