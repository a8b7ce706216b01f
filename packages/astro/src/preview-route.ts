import type { APIRoute } from 'astro';
import { createClient, GalleyError } from 'galley-client';
import { options } from 'virtual:galley-astro/options';
import { previewCookieOf } from './preview-cookie.ts';
import { settings } from './settings.ts';
import { filled, isOwnPath } from './site-paths.ts';

export const prerender = false;

/**
 * `GET /api/preview`: begins a preview with `token` at `path`, or where `type`, `id` and `slug` are shown on this site;
 * `end` ends it. The token is tried before it is kept.
 */
export const GET: APIRoute = async ({ url }) => {
  const asked = url.searchParams;
  const path = asked.get('path');
  if (path !== null && !isOwnPath(path)) return refused(400, '`path` is no path of this site.');
  if (asked.has('end')) return led(path ?? '/', null);
  const token = asked.get('token') ?? '';
  try {
    const client = createClient({ baseUrl: settings().baseUrl, preview: token, retries: 0 });
    await client.authors.list({ limit: 1 });
    return led(path ?? (await pathOf(client, asked)) ?? '/', token);
  } catch (fault) {
    if (fault instanceof TypeError || (fault instanceof GalleyError && fault.status === 401))
      return refused(401, 'This preview has ended. Open it again in the dashboard.');
    throw fault;
  }
};

/** Where an item stands on this site; an entry may be found by one of its fields, which only its draft may have. */
async function pathOf(
  client: ReturnType<typeof createClient>,
  asked: URLSearchParams,
): Promise<string | null> {
  const [type = '', id = '', slug = ''] = ['type', 'id', 'slug'].map((name) => asked.get(name) ?? '');
  const { entry = {}, ...others } = options.paths ?? {};
  const fixed = Object.hasOwn(others, type) ? others[type as keyof typeof others] : undefined;
  if (fixed != null) return filled(fixed, { id, slug });
  const path = Object.hasOwn(entry, type) ? entry[type] : undefined;
  if (path == null) return null;
  const { values } = await client.content(type).get(id);
  return filled(path, { slug, ...values, id });
}

function led(path: string, token: string | null): Response {
  const headers = {
    Location: path,
    'Set-Cookie': previewCookieOf(token),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  return new Response(null, { status: 307, headers });
}

function refused(status: number, text: string): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 401 && { 'Set-Cookie': previewCookieOf(null) }),
  };
  return new Response(`${text}\n`, { status, headers });
}
