import type { APIContext, MiddlewareHandler } from 'astro';
import { createClient, GalleyError } from 'galley-client';
import { editAttributes } from 'galley-client/preview';
import { type Seen, tracked } from 'galley-client/track';
import { options } from 'virtual:galley-astro/options';
import type { GalleyLocals } from './pages/locals.ts';
import { freshFetch } from './pages/newest.ts';
import { pageTags } from './pages/page-tags.ts';
import { previewCookie } from './pages/preview-cookie.ts';
import { connectPage, findDashboard } from './pages/preview-response.ts';
import { settings } from './settings.ts';

const daySeconds = 86_400;
/** Subtracted from the lifetime of a page, because Astro stores the page a moment after this computation. */
const marginMs = 50;

/** Sets `Astro.locals` with a client for this page, and caches the page under the cache tags of its reads. */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const token = context.isPrerendered ? undefined : context.cookies.get(previewCookie)?.value;
  const locals = context.locals as unknown as GalleyLocals;
  locals.isPreview = token !== undefined;
  locals.edit = editAttributes(locals.isPreview);
  if (token !== undefined) return renderPreview(context, token, next);
  const { client, seen } = tracked({ ...settings(), fetch: freshFetch });
  locals.galley = client;
  const response = await next();
  if (context.isPrerendered || !isCacheable(context.request, response)) return response;
  // Components can still read while the page is streamed, so the cache tags are complete only at the end of the body.
  const body = await response.arrayBuffer();
  cachePage(context, seen);
  return new Response(body, response);
};

/** Whether a page can be cached: status 200 or 404, without `no-store` or `private` in `Cache-Control`. */
function isCacheable({ method }: Request, { status, headers }: Response): boolean {
  const isUncached = /\b(no-store|private)\b/.test(headers.get('Cache-Control') ?? '');
  return (method === 'GET' || method === 'HEAD') && (status === 200 || status === 404) && !isUncached;
}

function cachePage({ cache }: APIContext, { tags, until }: Seen): void {
  const secondsLeft =
    until === null ? Infinity : Math.floor((until.getTime() - Date.now() - marginMs) / 1000);
  const maxAge = Math.min(options.maxAgeSeconds ?? daySeconds, secondsLeft);
  const cacheTags = pageTags(tags);
  if (maxAge > 0 && cacheTags.length > 0) cache.set({ tags: cacheTags, maxAge });
}

async function renderPreview(
  context: APIContext,
  token: string,
  next: () => Promise<Response>,
): Promise<Response> {
  const client = createClient({ baseUrl: settings().baseUrl, preview: token });
  (context.locals as unknown as GalleyLocals).galley = client;
  context.cache.set(false);
  try {
    const response = await next();
    return await connectPage(response, await findDashboard(client));
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'invalid_preview_token') throw error;
    // The preview script fetches pages in the background. It then gets a new token from the dashboard.
    if (context.request.headers.get('Sec-Fetch-Dest') === 'empty')
      return new Response(null, { status: 401, headers: { 'Cache-Control': 'no-store' } });
    const { pathname, search } = context.url;
    const end = `/api/preview?end=1&path=${encodeURIComponent(pathname + search)}`;
    return new Response(null, { status: 307, headers: { Location: end, 'Cache-Control': 'no-store' } });
  }
}
