import type { APIRoute } from 'astro';
import { type Client, createClient, GalleyError } from 'galley-client';
import { options } from 'virtual:galley-astro/options';
import { previewCookieHeader, type StoredPreview } from './pages/preview-cookie.ts';
import { settings } from './settings.ts';
import { fillPath, isOwnPath } from './pages/site-paths.ts';

export const prerender = false;

/**
 * `GET /api/preview`: checks `token`, stores it in a cookie, and redirects to `path`, or to the page of the item in
 * `type`, `id`, `slug` and `locale`. With `end`, it ends the preview instead. Returns 401 for an invalid token.
 */
export const GET: APIRoute = async ({ url }) => {
  const parameters = url.searchParams;
  const path = parameters.get('path');
  if (path !== null && !isOwnPath(path))
    return errorResponse(400, '`path` must be a path of this site, such as /blog.');
  if (parameters.has('end')) return redirectTo(path ?? '/', null);
  const token = parameters.get('token') ?? '';
  try {
    const client = createClient({ baseUrl: settings().baseUrl, preview: token, retries: 0 });
    const { expires_at: expiresAt } = await client.previewSession();
    return redirectTo(path ?? (await localizedPathOf(client, parameters)), { token, expiresAt });
  } catch (error) {
    if (error instanceof TypeError || (error instanceof GalleyError && error.status === 401))
      return errorResponse(401, 'This preview has ended. Open it again in the dashboard.');
    throw error;
  }
};

/** The path of an item in the locale of the preview. Paths of other locales than the default start with its code. */
async function localizedPathOf(client: Client, parameters: URLSearchParams): Promise<string> {
  const code = parameters.get('locale') ?? '';
  const locales = code === '' ? [] : (await client.locales.list()).data;
  const locale = locales.find((one) => one.code === code && !one.default);
  if (locale === undefined) return (await pathOf(client, parameters)) ?? '/';
  const path = (await pathOf(client.inLocale(locale.code), parameters)) ?? '/';
  return path === '/' ? `/${locale.code}` : `/${locale.code}${path}`;
}

/** The path of an item from the option `paths`; null if it has none. Reads the draft of an entry to fill in fields. */
async function pathOf(client: Pick<Client, 'content'>, parameters: URLSearchParams): Promise<string | null> {
  const [type = '', id = '', slug = ''] = ['type', 'id', 'slug'].map((name) => parameters.get(name) ?? '');
  const { entry = {}, ...others } = options.paths ?? {};
  const builtInPath = Object.hasOwn(others, type) ? others[type as keyof typeof others] : undefined;
  if (builtInPath != null) return fillPath(builtInPath, { id, slug });
  const path = Object.hasOwn(entry, type) ? entry[type] : undefined;
  if (path == null) return null;
  const { values } = await client.content(type).get(id);
  return fillPath(path, { slug, ...values, id });
}

function redirectTo(path: string, preview: StoredPreview | null): Response {
  const headers = {
    Location: path,
    'Set-Cookie': previewCookieHeader(preview),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  return new Response(null, { status: 307, headers });
}

function errorResponse(status: number, text: string): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 401 && { 'Set-Cookie': previewCookieHeader(null) }),
  };
  return new Response(`${text}\n`, { status, headers });
}
