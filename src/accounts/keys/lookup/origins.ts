/**
 * The form in which origins are compared: scheme, host and port, lower case, default ports dropped, a leading `www.`
 * ignored (specification: origins). Null for what is no origin; `null`, which sandboxed pages send, is none.
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

/** Whether a browser page of this origin may use a key with this list. */
export function isAllowedOrigin(origin: string, list: readonly string[]): boolean {
  const asked = normalOrigin(origin);
  return asked !== null && list.some((entry) => normalOrigin(entry) === asked);
}
