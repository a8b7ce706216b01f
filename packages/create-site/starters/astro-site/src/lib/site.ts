import { GalleyError } from 'galley-client';

export { paths, site } from '../../site.config.mjs';

/** Returns the full URL of a path, for feeds, search engines and shared links. */
export function absolute(path: string): string {
  return new URL(path, process.env['SITE_URL'] ?? 'http://localhost:4321').href;
}

/** Returns null if the API responds with 404, so that the page can respond with 404 too. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof GalleyError && error.status === 404) return null;
    throw error;
  }
}

/** Reads all pages of a list. */
export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Shortens a text at a space to at most `most` characters, for lists and search engines. */
export function shorten(text: string, most = 160): string {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(' ', most - 1))} …`;
}

export function dateOf(moment: string, language: string): string {
  return new Date(moment).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
