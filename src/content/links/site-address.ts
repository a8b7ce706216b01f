import { findUrlTextError } from '../../contract/text/address-text.ts';
import { type Link, linkTargetKinds } from '../../contract/fields/links.ts';
import { combineErrors, type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { isHref, type RichtextAnchor } from '../richtext/schema.ts';

/**
 * Where the pages of a project's site are, by what they show: a kind of link target, `entry` for entries of every type
 * or `entry:recipe` for those of one (which counts more). The addresses have places: `/blog/{slug}`.
 */
export type LinkPatterns = Readonly<Record<string, string>>;

const kinds: readonly string[] = [...linkTargetKinds, 'entry'];
const ofOneType = /^entry:[a-z][a-z0-9_-]*$/;
const place = /\{(slug|id|type)\}/g;

/** How HTML leads to a target: by the site's pattern, else by the path of the API; null for what has neither. */
export function anchorTo(link: Link, patterns: LinkPatterns): RichtextAnchor | null {
  const { slug, url, content_type: contentType } = link;
  const href = addressOnSite(link, patterns) ?? url;
  if (href === null) return null;
  return { href, slug, ...(contentType === undefined ? {} : { contentType }) };
}

/** The address of a target's page; null without a pattern, and for a target that lacks what the pattern asks for. */
export function addressOnSite(
  { type, id, slug, content_type }: Omit<Link, 'title' | 'url'>,
  patterns: LinkPatterns,
): string | null {
  const own = content_type === undefined ? undefined : patterns[`entry:${content_type}`];
  const pattern = own ?? patterns[type];
  if (pattern === undefined) return null;
  // "." and ".." would be read as steps of the path, percent-encoded too.
  const isLacking = slug === null || ['', '.', '..'].includes(slug);
  if (isLacking && pattern.includes('{slug}')) return null;
  const values: Record<string, string> = { slug: slug ?? '', id, type: content_type ?? type };
  return pattern.replace(place, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** @throws invalid_field_value, unknown_field: every fault at once, each with the pattern that it is of */
export function checkLinkPatterns(patterns: LinkPatterns): void {
  const faults = Object.entries(patterns).map(([key, pattern]) => faultOf(key, pattern));
  const refused = combineErrors(faults.filter((fault) => fault !== null));
  if (refused !== null) throw refused;
}

function faultOf(key: string, pattern: string): ApiError | null {
  const param = `link_patterns.${key}`;
  if (!kinds.includes(key) && !ofOneType.test(key)) {
    const hints = {
      param,
      did_you_mean: didYouMean(key, kinds),
      available_fields: [...kinds, 'entry:{type}'],
    };
    return apiError('unknown_field', { name: key }, hints);
  }
  const why = whyNot(pattern, ofOneType.test(key));
  return why === null ? null : apiError('invalid_field_value', { name: key, why }, { param });
}

/** @param isOfOneType - such pages may be one page: that of a singleton, or a list */
function whyNot(pattern: string, isOfOneType: boolean): string | null {
  const [stray] = /\{[^{}]*\}|[{}]/.exec(pattern.replace(place, '')) ?? [];
  if (stray !== undefined) return `${stray} stands for nothing; there are {slug}, {id} and {type}`;
  if (!/^(?:\/|https?:)/i.test(pattern) || !isHref(pattern.replace(place, 'x')))
    return 'it must be a path (/blog/{slug}) or an absolute http or https address';
  const fault = findUrlTextError(pattern.replace(place, 'x'));
  if (fault !== null) return fault;
  if (/^https?:\/\/[^/?#]*\{/i.test(pattern)) return 'its places must stand behind the host';
  if (!isOfOneType && !/\{(?:slug|id)\}/.test(pattern))
    return 'it must contain {slug} or {id}, which say the page';
  return null;
}
