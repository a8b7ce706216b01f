import { foldText } from './fold.ts';
import { limits } from '../limits.ts';

/** The form of slugs in the built-in modules (specification: slugs); at most 120 characters. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

/**
 * Makes a slug from a title: ASCII, lower case, words joined by hyphens, cut between words. Returns
 * `fallback` if the title has no letter or digit with an ASCII form.
 */
export function slugOf(title: string, fallback: string): string {
  const words = foldText(title)
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = (words[0] ?? '').slice(0, limits.slug_chars_max);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > limits.slug_chars_max) break;
    slug += `-${word}`;
  }
  return slug === '' ? fallback : slug;
}

/** The slug of a field with a source: from the text of the source, or from the id of the entry or block. */
export function slugOfSource(source: unknown, id: string): string | null {
  return typeof source === 'string' && source !== '' ? slugOf(source, `entry-${id.slice(-8)}`) : null;
}

/** The fallback slug of a title without letters: the id's prefix and last eight characters. */
export function slugOfId(id: string): string {
  return `${id.split('_')[0]}-${id.slice(-8)}`;
}

/** The slugs that `freeSlug` can choose, for a query with `$in`: `base`, and `base` with a number. */
export function slugFamily(base: string): (string | RegExp)[] {
  return [base, new RegExp(`^${stem(base)}-[0-9]+$`)];
}

/** Returns the first of `base`, `base-2`, `base-3`, ... that is not in use. */
export function freeSlug(base: string, usedSlugs: ReadonlySet<string>): string {
  if (!usedSlugs.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const slug = `${stem(base)}-${number}`;
    if (!usedSlugs.has(slug)) return slug;
  }
}

/** Leaves room for a number after a very long slug. */
function stem(base: string): string {
  return base.length <= limits.slug_chars_max - 8
    ? base
    : base.slice(0, limits.slug_chars_max - 8).replace(/-+$/, '');
}
