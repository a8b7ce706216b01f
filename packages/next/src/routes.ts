import { revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { tokenCookie } from './draft.ts';
import { newestVersion } from './newest.ts';
import { answerPreview, type PathOf, sentTo } from './preview-request.ts';
import { answerPurge } from './purge-request.ts';
import { needed, settingsFrom } from './settings.ts';
import { isSitePath } from './site-path.ts';

export type { PathOf, Previewed } from './preview-request.ts';

type Route = (request: Request) => Promise<Response>;

export interface RevalidateOptions {
  /**
   * How Next drops a tag. The default, `{ expire: 0 }`, never shows what is old: the first visitor waits for the new
   * page. `'max'` shows the old page once more while the new one is made.
   */
  profile?: string | { expire?: number };
}

/** `POST` of `app/api/galley/route.ts`: what a purge target of the format `signed` sends, and webhooks with tags. */
export function revalidateRoute({ profile = { expire: 0 } }: RevalidateOptions = {}): Route {
  return async (request) => {
    const newest = newestVersion();
    return answerPurge(request, {
      secret: needed(process.env, 'GALLEY_PURGE_SECRET', 'the signing secret of the purge target'),
      drop: (tag) => revalidateTag(tag, profile),
      remember: (version) => newest.remember(version),
    });
  };
}

/**
 * `GET` of `app/api/preview/route.ts`. The preview address of the project leads to it, as
 * `https://www.example.com/api/preview?type={type}&id={id}&slug={slug}&token={token}`.
 *
 * @param pathOf - which page shows an item; `path` in the address comes before it
 */
export function previewRoute(pathOf: PathOf = () => '/'): Route {
  return (request) => answerPreview(request, { settings: settingsFrom(process.env), pathOf, keep });
}

/** `GET` and `POST` of `app/api/preview/end/route.ts`: ends the preview and goes to `path`, or to the start. */
export function exitPreviewRoute(): Route {
  return async (request) => {
    await keep(null);
    const path = new URL(request.url).searchParams.get('path') ?? '/';
    const { headers } = sentTo(isSitePath(path) ? path : '/');
    return new Response(null, { status: 303, headers });
  };
}

/** The cookie of Next by which it knows a preview. */
const nextsCookie = '__prerender_bypass';

/** Cookies of a frame on another site are sent only when they are kept for that site apart (`Partitioned`). */
const framed = { path: '/', httpOnly: true, secure: true, sameSite: 'none', partitioned: true } as const;

async function keep(token: string | null): Promise<void> {
  const [draft, jar] = await Promise.all([draftMode(), cookies()]);
  if (token === null) {
    draft.disable();
    for (const name of [nextsCookie, tokenCookie]) jar.set({ ...framed, name, value: '', maxAge: 0 });
    return;
  }
  draft.enable();
  const bypass = jar.get(nextsCookie)?.value;
  if (bypass !== undefined) jar.set({ ...framed, name: nextsCookie, value: bypass });
  jar.set({ ...framed, name: tokenCookie, value: token });
}
