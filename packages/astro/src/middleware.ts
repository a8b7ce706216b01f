import type { APIContext, MiddlewareHandler } from 'astro';
import { createClient, GalleyError } from 'galley-client';
import { type Seen, tracked } from 'galley-client/track';
import { options } from 'virtual:galley-astro/options';
import type { GalleyLocals } from './locals.ts';
import { freshFetch } from './newest.ts';
import { pageTags } from './page-tags.ts';
import { previewCookie } from './preview-cookie.ts';
import { settings } from './settings.ts';

const dayS = 86_400;
/** A page is forgotten a little before what it shows ends, for it is stored a little after this is reckoned. */
const marginMs = 50;

/** Gives each page a client of its own, and keeps the page under the tags of all that it read. */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const token = context.isPrerendered ? undefined : context.cookies.get(previewCookie)?.value;
  const locals = context.locals as unknown as GalleyLocals;
  locals.isPreview = token !== undefined;
  if (token !== undefined) return previewed(context, token, next);
  const { client, seen } = tracked({ ...settings(), fetch: freshFetch });
  locals.galley = client;
  const answer = await next();
  if (context.isPrerendered || !isKeepable(context.request, answer)) return answer;
  // Parts of a page read while it is sent: only a whole one has said all that it shows.
  const body = await answer.arrayBuffer();
  keep(context, seen);
  return new Response(body, answer);
};

/** Pages that found something, and those that found nothing; `Cache-Control: no-store` of a page keeps it out. */
function isKeepable({ method }: Request, { status, headers }: Response): boolean {
  const isOwn = /\b(no-store|private)\b/.test(headers.get('Cache-Control') ?? '');
  return (method === 'GET' || method === 'HEAD') && (status === 200 || status === 404) && !isOwn;
}

function keep({ cache }: APIContext, { tags, until }: Seen): void {
  const leftS = until === null ? Infinity : Math.floor((until.getTime() - Date.now() - marginMs) / 1000);
  const maxAge = Math.min(options.maxAgeSeconds ?? dayS, leftS);
  const kept = pageTags(tags);
  if (maxAge > 0 && kept.length > 0) cache.set({ tags: kept, maxAge });
}

async function previewed(
  context: APIContext,
  token: string,
  next: () => Promise<Response>,
): Promise<Response> {
  (context.locals as unknown as GalleyLocals).galley = createClient({
    baseUrl: settings().baseUrl,
    preview: token,
  });
  context.cache.set(false);
  try {
    const answer = await next();
    const body = await answer.arrayBuffer();
    const headers = new Headers(answer.headers);
    headers.set('Cache-Control', 'private, no-store');
    return new Response(body, { status: answer.status, headers });
  } catch (fault) {
    if (!(fault instanceof GalleyError) || fault.code !== 'invalid_preview_token') throw fault;
    const { pathname, search } = context.url;
    const end = `/api/preview?end=1&path=${encodeURIComponent(pathname + search)}`;
    return new Response(null, { status: 307, headers: { Location: end, 'Cache-Control': 'no-store' } });
  }
}
