import type { RichtextLink } from '../types/richtext-forms.ts';

/** A URL pattern of the site, `/blog/{slug}`; null renders only the text of the link. */
type SitePath = string | null;

/**
 * URL patterns of the site by kind of link target, for entries by content type. `{slug}` and `{id}` are replaced. Targets
 * without a pattern keep the URL from the service.
 */
export type RichtextLinks = Partial<
  Record<Exclude<NonNullable<RichtextLink['ref']>['type'], 'entry'>, SitePath>
> & { readonly entry?: Readonly<Record<string, SitePath>> };

/** Schemes that are safe in a page: none that a browser executes. */
const safeUrls = /^(?:https?:|mailto:|tel:|\/|#)/i;

/** Whether a URL from content is safe in a page. */
export function isSafeAddress(address: string): boolean {
  return safeUrls.test(address);
}

/** Returns the URL of a link on the site; null if the target is not visible. */
export function addressOf({ href, ref, url }: RichtextLink, links: RichtextLinks = {}): string | null {
  const target = ref === undefined ? href : url == null ? url : onSite(ref, url, links);
  return target != null && isSafeAddress(target) ? target : null;
}

/** The last part of an API path is the slug, or for entries the id after the content type. `?locale=` can follow. */
function onSite({ type, id }: NonNullable<RichtextLink['ref']>, url: string, links: RichtextLinks): SitePath {
  const [pathname = ''] = url.split('?');
  const [contentType = '', slug = id] = pathname.split('/').slice(-2);
  const paths = type === 'entry' ? links.entry : links;
  const key = type === 'entry' ? contentType : type;
  if (paths === undefined || !Object.hasOwn(paths, key)) return url;
  const path = (paths as Readonly<Record<string, SitePath | undefined>>)[key] ?? null;
  return path === null ? null : path.replaceAll('{slug}', () => slug).replaceAll('{id}', () => id);
}
