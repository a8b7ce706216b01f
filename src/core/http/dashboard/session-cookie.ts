import type { Context } from 'koa';
import { hourMs } from '../../../contract/time.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import { knownBrowserDays } from './known-browsers.ts';

interface CookieSettings {
  baseUrl: string;
  bounds: Pick<Bounds, 'sessionHours'>;
}

/** The dashboard's cookies: who is signed in, and from which browser a person signed in before. */
const cookies = { session: 'galley_session', browser: 'galley_browser' } as const;

/**
 * What the cookie is called. Over https the name itself asks browsers to take it over https alone, so that no attacker
 * on a plain connection can plant one; `__Host-` would ask for the path `/`, and these go to the dashboard only.
 */
export function cookieName(which: keyof typeof cookies, baseUrl: string): string {
  return `${isSecure(baseUrl) ? '__Secure-' : ''}${cookies[which]}`;
}

/** The text of one of the cookies, or null. */
export function readCookie(ctx: Context, which: keyof typeof cookies, baseUrl: string): string | null {
  return ctx.cookies.get(cookieName(which, baseUrl)) || null;
}

/** Keeps a session's token in the browser, or forgets it when null. */
export function setSession(ctx: Context, token: string | null, settings: CookieSettings): void {
  setCookie(ctx, { which: 'session', text: token, hours: settings.bounds.sessionHours, ...settings });
}

/** Keeps what the browser is known by. */
export function setKnownBrowser(ctx: Context, text: string, { baseUrl }: CookieSettings): void {
  setCookie(ctx, { which: 'browser', text, hours: knownBrowserDays * 24, baseUrl });
}

interface NewCookie {
  which: keyof typeof cookies;
  text: string | null;
  hours: number;
  baseUrl: string;
}

/** `Secure` everywhere but on a plain http address, which only a development machine has. */
function setCookie(ctx: Context, { which, text, hours, baseUrl }: NewCookie): void {
  const secure = isSecure(baseUrl);
  if (secure) ctx.cookies.secure = true; // a proxy in front may have taken the TLS off
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
