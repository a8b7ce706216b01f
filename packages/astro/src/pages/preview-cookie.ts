/** The cookie with the preview token. Requests with this cookie bypass the page cache. */
export const previewCookie = 'galley_preview';

/** Seconds until a preview token expires. */
const tokenSeconds = 3600;

/** The `Set-Cookie` header for a token; null deletes the cookie. The cookie also works in the dashboard's frame. */
export function previewCookieHeader(token: string | null): string {
  const maxAge = token === null ? 0 : tokenSeconds;
  const value = encodeURIComponent(token ?? '');
  return `${previewCookie}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=None; Partitioned`;
}

export function hasPreviewCookie({ headers }: Request): boolean {
  return new RegExp(`(^|;\\s*)${previewCookie}=[^;\\s]`).test(headers.get('Cookie') ?? '');
}
