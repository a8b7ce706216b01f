import { GalleyError } from 'galley-client';

export { paths, site } from '../../site.config.mjs';

/** A path of this site with its origin, for what is read elsewhere: feeds, search engines, shared links. */
export function absolute(path: string): string {
  return new URL(path, process.env['SITE_URL'] ?? 'http://localhost:4321').href;
}

/** What was asked for, or null where readers find nothing: the page answers 404 then. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (fault) {
    if (fault instanceof GalleyError && fault.status === 404) return null;
    throw fault;
  }
}

/** The text in short, for lists and search engines. */
export function shortened(text: string, most = 160): string {
  if (text.length <= most) return text;
  return `${text.slice(0, text.lastIndexOf(' ', most - 1))} …`;
}

export function dateOf(moment: string, language: string): string {
  return new Date(moment).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
