import type { Context } from 'koa';

const cookieName = 'galley_session';

/** The token of the request's session, or null. */
export function sessionToken(ctx: Context): string | null {
  return ctx.cookies.get(cookieName) || null;
}

/**
 * Keeps a token in the browser, or forgets it when null. `Secure` everywhere but on a plain http address, which only a
 * development machine has.
 */
export function setSession(
  ctx: Context,
  token: string | null,
  { baseUrl, sessionDays }: { baseUrl: string; sessionDays: number },
): void {
  const isSecure = baseUrl.startsWith('https:');
  if (isSecure) ctx.cookies.secure = true; // a proxy in front may have taken the TLS off
  ctx.cookies.set(cookieName, token, {
    path: '/dashboard',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    overwrite: true,
    ...(token === null ? {} : { maxAge: sessionDays * 24 * 60 * 60 * 1000 }),
  });
}
