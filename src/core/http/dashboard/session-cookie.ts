import type { Context } from 'koa';
import { hourMs } from '../../../contract/time.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import { knownBrowserDays } from './known-browsers.ts';

interface CookieSettings {
  baseUrl: string;
  bounds: Pick<Bounds, 'sessionHours'>;
}

/** The dashboard's cookies: the session, the identity of the browser, and its sign-ins at issuers. */
const cookies = { session: 'galley_session', browser: 'galley_browser', flow: 'galley_flow' } as const;
/** How long a sign-in at an issuer may take. */
const flowHours = 1 / 6;

/**
 * The name of a cookie. With https, browsers accept the prefixed name only over https, so no attacker on a plain
 * connection can set it. `__Host-` would require the path `/`, and these cookies go to the dashboard only.
 */
export function cookieName(which: keyof typeof cookies, baseUrl: string): string {
  return `${isSecure(baseUrl) ? '__Secure-' : ''}${cookies[which]}`;
}

/** The value of a cookie, or null. */
export function readCookie(ctx: Context, which: keyof typeof cookies, baseUrl: string): string | null {
  return ctx.cookies.get(cookieName(which, baseUrl)) || null;
}

/** Stores a session's token in the browser; null deletes it. */
export function setSession(
  ctx: Context,
  token: string | null,
  settings: CookieSettings & { hours?: number | undefined },
): void {
  const { hours = settings.bounds.sessionHours, baseUrl } = settings;
  setCookie(ctx, { which: 'session', text: token, hours, baseUrl });
}

/** Stores the identity of the browser. */
export function setKnownBrowser(ctx: Context, text: string, { baseUrl }: CookieSettings): void {
  setCookie(ctx, { which: 'browser', text, hours: knownBrowserDays * 24, baseUrl });
}

/** Stores the secret that ties sign-ins at issuers to the browser. */
export function setFlow(ctx: Context, text: string, { baseUrl }: CookieSettings): void {
  setCookie(ctx, { which: 'flow', text, hours: flowHours, baseUrl });
}

interface NewCookie {
  which: keyof typeof cookies;
  text: string | null;
  hours: number;
  baseUrl: string;
}

/** `Secure` unless the base URL is plain http, as on a development machine. */
function setCookie(ctx: Context, { which, text, hours, baseUrl }: NewCookie): void {
  const secure = isSecure(baseUrl);
  if (secure) ctx.cookies.secure = true; // a proxy in front may terminate TLS
  ctx.cookies.set(cookieName(which, baseUrl), text, {
    path: '/dashboard',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    overwrite: true,
    ...(text === null ? {} : { maxAge: hours * hourMs }),
  });
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
