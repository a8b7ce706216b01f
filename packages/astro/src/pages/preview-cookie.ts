/** The cookie with the preview token. Requests with this cookie bypass the page cache. */
export const previewCookie = 'galley_preview';

/** A token and when it expires. */
export interface StoredPreview {
  token: string;
  expiresAt: string | null;
}

/** The `Set-Cookie` header for a token; null deletes the cookie. The cookie also works in the dashboard's frame. */
export function previewCookieHeader(preview: StoredPreview | null, now = new Date()): string {
  const { token = '', expiresAt = null } = preview ?? {};
  const endsAt = expiresAt === null ? null : Date.parse(expiresAt);
  const seconds = preview === null ? 0 : endsAt === null ? null : Math.floor((endsAt - now.getTime()) / 1000);
  const life = seconds === null ? '' : ` Max-Age=${Math.max(0, seconds)};`;
  const value = encodeURIComponent(token);
  return `${previewCookie}=${value}; Path=/;${life} HttpOnly; Secure; SameSite=None; Partitioned`;
}

export function hasPreviewCookie({ headers }: Request): boolean {
  return new RegExp(`(^|;\\s*)${previewCookie}=[^;\\s]`).test(headers.get('Cookie') ?? '');
}
