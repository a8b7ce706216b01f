import type { RichtextLink } from './richtext-forms.ts';

/** A path of the site with places, `/blog/{slug}`; null leaves the text of the link alone. */
type SitePath = string | null;

/**
 * Where the pages of the site are, by what links lead to: `{slug}` and `{id}` are filled in. Entries go by their content
 * type. What is not named keeps the address that the service gave.
 */
export type RichtextLinks = Partial<
  Record<Exclude<NonNullable<RichtextLink['ref']>['type'], 'entry'>, SitePath>
> & { readonly entry?: Readonly<Record<string, SitePath>> };

/** What may stand in a page: nothing that a browser would run. */
const addresses = /^(?:https?:|mailto:|tel:|\/|#)/i;

/** Whether an address that content brought may stand in a page. */
export function isSafeAddress(address: string): boolean {
  return addresses.test(address);
}

/** Where a link leads on the site; null when it leads nowhere. */
export function addressOf({ href, ref, url }: RichtextLink, links: RichtextLinks = {}): string | null {
  const found = ref === undefined ? href : url == null ? url : onSite(ref, url, links);
  return found != null && isSafeAddress(found) ? found : null;
}

/** The service's own address ends with the slug, of an entry with its id, behind its content type. */
function onSite({ type, id }: NonNullable<RichtextLink['ref']>, url: string, links: RichtextLinks): SitePath {
  const [contentType = '', slug = id] = url.split('/').slice(-2);
  const paths = type === 'entry' ? links.entry : links;
  const key = type === 'entry' ? contentType : type;
  if (paths === undefined || !Object.hasOwn(paths, key)) return url;
  const path = (paths as Readonly<Record<string, SitePath | undefined>>)[key] ?? null;
  return path === null ? null : path.replaceAll('{slug}', () => slug).replaceAll('{id}', () => id);
}
