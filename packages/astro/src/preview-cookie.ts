/** The cookie that holds a preview token; a request with it is answered by no cache. */
export const previewCookie = 'galley_preview';

/** The longest that a token lives, in seconds. */
const hourS = 3600;

/** Sent in frames of another site too, where the dashboard shows the site beside its editor. */
export function previewCookieOf(token: string | null): string {
  const age = token === null ? 0 : hourS;
  const value = encodeURIComponent(token ?? '');
  return `${previewCookie}=${value}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=None; Partitioned`;
}

export function hasPreviewCookie({ headers }: Request): boolean {
  return new RegExp(`(^|;\\s*)${previewCookie}=[^;\\s]`).test(headers.get('Cookie') ?? '');
}
