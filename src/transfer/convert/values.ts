import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { freeSlug, slugOf, slugPattern } from '../../contract/text/slugs.ts';
import { typeSlugPattern } from '../../content/index.ts';
import { sourceIdCharsMax } from '../bundle/schema.ts';
import type { ItemLoss } from './schema.ts';

const slugForm = new RegExp(slugPattern);
const typeSlugForm = new RegExp(typeSlugPattern);

/** The fields of a content type for pages. Converters add others. */
export const pageFields = [
  { key: 'title', type: 'string', options: { required: true } },
  { key: 'path', type: 'string' },
  { key: 'body', type: 'richtext' },
  { key: 'image', type: 'image' },
] as const;

/** Chooses slugs that are unique within one kind of items. */
export class SlugSet {
  readonly #used = new Set<string>();

  /**
   * The slug of the source if Galley accepts it, otherwise a similar one with a loss.
   * @returns undefined without a slug, because the load creates one from the title
   */
  take(text: string, losses: ItemLoss[]): string | undefined {
    const former = decode(text).toLowerCase();
    if (former === '') return undefined;
    const isValid = slugForm.test(former) && former.length <= limits.slug_chars_max;
    const base = isValid ? former : slugOf(former, '');
    if (base === '') {
      losses.push({ reason: 'renamed', detail: text });
      return undefined;
    }
    const slug = freeSlug(base, this.#used);
    this.#used.add(slug);
    if (slug !== former) losses.push({ reason: 'renamed', detail: text });
    return slug;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

/** The slug of a content type. `redirect` is reserved for the type of redirects. */
export function typeSlugFrom(name: string): string {
  const isReserved = name === 'redirect';
  if (typeSlugForm.test(name) && !isReserved) return name;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 58);
  return slug === '' || slug === 'redirect' ? `${slug || 'type'}-item` : slug;
}

/**
 * A title of at most the allowed length, and never empty. `lead` is the whole title if it is longer: the body begins with it,
 * so that no word is lost.
 */
export function titleFrom(text: string, losses: ItemLoss[]): { title: string; lead: string } {
  const title = text.replace(/\s+/g, ' ').trim();
  if (title === '') {
    losses.push({ reason: 'untitled' });
    return { title: 'Untitled', lead: '' };
  }
  const short = shorten(title, limits.name_chars_max, { losses, name: 'title' });
  return { title: short, lead: short === title ? '' : title };
}

/** Cuts a text that is too long, and reports it. */
export function shorten(
  text: string,
  charsMax: number,
  { losses, name }: { losses: ItemLoss[]; name: string },
): string {
  if (text.length <= charsMax) return text;
  losses.push({ reason: 'too_long', detail: name });
  return text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** Tags without duplicates, within the limits of articles. */
export function tagsFrom(tags: readonly string[], losses: ItemLoss[]): string[] {
  const unique = [...new Set(tags.map((tag) => tag.replace(/\s+/g, ' ').trim()).filter((tag) => tag !== ''))];
  return firstOf(unique, 'tags', losses).map((tag) =>
    shorten(tag, limits.tag_chars_max, { losses, name: 'tags' }),
  );
}

/** The first items, as many as a list of an article can have. Reports a loss if there are more. */
export function firstOf<T>(items: readonly T[], name: string, losses: ItemLoss[]): T[] {
  if (items.length > limits.tags_max) losses.push({ reason: 'too_many', detail: name });
  return items.slice(0, limits.tags_max);
}

/** A source id of at most the allowed length. */
export function sourceIdFrom(text: string): string {
  return text.length <= sourceIdCharsMax ? text : `${text.slice(0, 150)}-${digest(text)}`;
}

/** The source id of a file that the source knows only by its URL. */
export function urlSourceId(url: string): string {
  return `url-${digest(url)}`;
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/** A time between 1990 and now as the bundle writes it; undefined for another one. */
export function pastTime(date: Date | null): string | undefined {
  const time = publishTime(date);
  return time !== undefined && new Date(time) <= new Date() ? time : undefined;
}

/** A publish date as the bundle writes it; undefined before 1990. */
export function publishTime(date: Date | null): string | undefined {
  if (date === null || Number.isNaN(date.getTime())) return undefined;
  return date.getUTCFullYear() >= limits.published_at_year_min ? date.toISOString() : undefined;
}

/** Removes keys without a value. */
export function compact<T extends object>(value: T): Partial<T> {
  const entries = Object.entries(value).filter(([, each]) => {
    if (each === undefined || each === null || each === '') return false;
    return !(Array.isArray(each) && each.length === 0);
  });
  return Object.fromEntries(entries) as Partial<T>;
}
