import { revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { dashboardCookie, tokenCookie } from './requests/cookies.ts';
import { newestVersion } from './cache/newest.ts';
import { handlePreview, type PathOf, redirectTo, type StoredPreview } from './requests/preview-request.ts';
import { handlePurge } from './requests/purge-request.ts';
import { requireVariable, settingsFrom } from './settings.ts';
import { isSitePath } from './requests/site-path.ts';

export type { PathOf, Previewed } from './requests/preview-request.ts';

type Route = (request: Request) => Promise<Response>;

export interface RevalidateOptions {
  /**
   * The profile for `revalidateTag`. With the default, `{ expire: 0 }`, the next visitor waits for the new page. With
   * `'max'`, the next visitor gets the old page once more while Next renders the new one.
   */
  profile?: string | { expire?: number };
}

/** `POST` of `app/api/galley/route.ts`. Receives purges in the format `signed`, and webhooks with cache tags. */
export function revalidateRoute({ profile = { expire: 0 } }: RevalidateOptions = {}): Route {
  return async (request) => {
    const newest = newestVersion();
    return handlePurge(request, {
      secret: requireVariable(process.env, 'GALLEY_PURGE_SECRET', 'the signing secret of the purge target'),
      drop: (tag) => revalidateTag(tag, profile),
      remember: (version) => newest.remember(version),
    });
  };
}

/**
 * `GET` of `app/api/preview/route.ts`. Set the preview URL of the project to
 * `https://www.example.com/api/preview?type={type}&id={id}&slug={slug}&locale={locale}&token={token}`.
 *
 * @param pathOf - returns the path for an item; the parameter `path` in the URL overrides it
 */
export function previewRoute(pathOf: PathOf = () => '/'): Route {
  return (request) => handlePreview(request, { settings: settingsFrom(process.env), pathOf, storePreview });
}

/** `GET` and `POST` of `app/api/preview/end/route.ts`. Ends the preview and redirects to `path`, or to `/`. */
export function exitPreviewRoute(): Route {
  return async (request) => {
    await storePreview(null);
    const path = new URL(request.url).searchParams.get('path') ?? '/';
    const { headers } = redirectTo(isSitePath(path) ? path : '/');
    return new Response(null, { status: 303, headers });
  };
}

/** Next's own cookie, which turns on draft mode. */
const draftModeCookie = '__prerender_bypass';

/** The dashboard shows the site in a frame. Browsers send cookies to a framed site only if they are `Partitioned`. */
const frameCookie = { path: '/', httpOnly: true, secure: true, sameSite: 'none', partitioned: true } as const;

async function storePreview(preview: StoredPreview | null): Promise<void> {
  const [draft, jar] = await Promise.all([draftMode(), cookies()]);
  if (preview === null) {
    draft.disable();
    for (const name of [draftModeCookie, tokenCookie, dashboardCookie])
      jar.set({ ...frameCookie, name, value: '', maxAge: 0 });
    return;
  }
  const { token, session } = preview;
  draft.enable();
  const bypass = jar.get(draftModeCookie)?.value;
  const maxAge = secondsUntil(session.expires_at);
  const life = maxAge === null ? {} : { maxAge };
  if (bypass !== undefined) jar.set({ ...frameCookie, ...life, name: draftModeCookie, value: bypass });
  jar.set({ ...frameCookie, ...life, name: tokenCookie, value: token });
  jar.set({ ...frameCookie, ...life, name: dashboardCookie, value: session.dashboard });
}

function secondsUntil(time: string | null): number | null {
  return time === null ? null : Math.max(0, Math.floor((Date.parse(time) - new Date().getTime()) / 1000));
}
