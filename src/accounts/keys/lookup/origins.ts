/**
 * Normalizes an origin for comparison: scheme, host and port, in lower case, without a default port or a
 * leading `www.` (specification: origins). Returns null for anything else, such as `null`, which sandboxed
 * pages send.
 */
export function normalOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (
    url.host === '' ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.pathname.length > 1
  )
    return null;
  return `${url.protocol}//${url.host.replace(/^www\./, '')}`;
}

/** Whether a browser page with this origin may use a key with these allowed origins. */
export function isAllowedOrigin(origin: string, allowedOrigins: readonly string[]): boolean {
  const normal = normalOrigin(origin);
  return normal !== null && allowedOrigins.some((entry) => normalOrigin(entry) === normal);
}
