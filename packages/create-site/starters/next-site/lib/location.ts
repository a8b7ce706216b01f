/**
 * Returns the value of a `Location` header for a redirect from a page. Null if the target is not a URL of the web, or if it
 * is the page itself, which would never end.
 * @param page the full URL of the page
 */
export function locationOf(target: string, page: string): string | null {
  if (!URL.canParse(target, page)) return null;
  const [to, from] = [new URL(target, page), new URL(page)];
  if (to.protocol !== 'https:' && to.protocol !== 'http:') return null;
  if (to.origin !== from.origin) return to.href;
  return comparable(to) === comparable(from) ? null : `${to.pathname}${to.search}${to.hash}`;
}

function comparable({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}
