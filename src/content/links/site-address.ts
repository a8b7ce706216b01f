import { findUrlTextError } from '../../contract/text/address-text.ts';
import { type Link, linkTargetKinds } from '../../contract/fields/links.ts';
import { combineErrors, type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { isHref, type RichtextAnchor } from '../richtext/schema.ts';

/**
 * URL patterns of a project's site such as `/blog/{slug}`. The key is a kind of link target, `entry` for entries of
 * every type, or `entry:recipe` for entries of one type, which takes precedence.
 */
export type LinkPatterns = Readonly<Record<string, string>>;

const kinds: readonly string[] = [...linkTargetKinds, 'entry'];
const entryTypeKey = /^entry:[a-z][a-z0-9_-]*$/;
const placeholder = /\{(slug|id|type)\}/g;

/** The link to a target in HTML: its URL on the site, else its API path; null for targets without either. */
export function anchorTo(link: Link, patterns: LinkPatterns): RichtextAnchor | null {
  const { slug, url, content_type: contentType } = link;
  const href = addressOnSite(link, patterns) ?? url;
  if (href === null) return null;
  return { href, slug, ...(contentType === undefined ? {} : { contentType }) };
}

/** The URL of a target's page; null without a pattern or if the pattern needs a slug that the target doesn't have. */
export function addressOnSite(
  { type, id, slug, content_type }: Omit<Link, 'title' | 'url'>,
  patterns: LinkPatterns,
): string | null {
  const typePattern = content_type === undefined ? undefined : patterns[`entry:${content_type}`];
  const pattern = typePattern ?? patterns[type];
  if (pattern === undefined) return null;
  // Browsers resolve "." and ".." as path segments, even if they are percent-encoded.
  const hasNoSlug = slug === null || ['', '.', '..'].includes(slug);
  if (hasNoSlug && pattern.includes('{slug}')) return null;
  const values: Record<string, string> = { slug: slug ?? '', id, type: content_type ?? type };
  return pattern.replace(placeholder, (_match, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** @throws invalid_field_value, unknown_field: one error for each invalid pattern, combined */
export function checkLinkPatterns(patterns: LinkPatterns): void {
  const errors = Object.entries(patterns).map(([key, pattern]) => findPatternError(key, pattern));
  const combined = combineErrors(errors.filter((error) => error !== null));
  if (combined !== null) throw combined;
}

function findPatternError(key: string, pattern: string): ApiError | null {
  const param = `link_patterns.${key}`;
  if (!kinds.includes(key) && !entryTypeKey.test(key)) {
    const hints = {
      param,
      did_you_mean: didYouMean(key, kinds),
      available_fields: [...kinds, 'entry:{type}'],
    };
    return apiError('unknown_field', { name: key }, hints);
  }
  const why = whyInvalid(pattern, entryTypeKey.test(key));
  return why === null ? null : apiError('invalid_field_value', { name: key, why }, { param });
}

/** @param isEntryType - entries of one type can share a page: that of a singleton, or a list */
function whyInvalid(pattern: string, isEntryType: boolean): string | null {
  const [stray] = /\{[^{}]*\}|[{}]/.exec(pattern.replace(placeholder, '')) ?? [];
  if (stray !== undefined) return `${stray} stands for nothing; there are {slug}, {id} and {type}`;
  if (!/^(?:\/|https?:)/i.test(pattern) || !isHref(pattern.replace(placeholder, 'x')))
    return 'it must be a path (/blog/{slug}) or an absolute http or https address';
  const textError = findUrlTextError(pattern.replace(placeholder, 'x'));
  if (textError !== null) return textError;
  if (/^https?:\/\/[^/?#]*\{/i.test(pattern)) return 'its places must stand behind the host';
  if (!isEntryType && !/\{(?:slug|id)\}/.test(pattern))
    return 'it must contain {slug} or {id}, which say the page';
  return null;
}
