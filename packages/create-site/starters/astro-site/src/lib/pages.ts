import type { Client } from 'galley-client';
import { orNull } from './site';
import type { ContentTypes, LandingPageValues } from '../content-types';

type Galley = Client<ContentTypes>;

export interface LandingEntry {
  id: string;
  values: LandingPageValues;
}

/** A string field holds at most this many characters, so no longer path has a page. */
const longestPath = 500;

/** Returns the landing page at a path; null if there is none or the project has no such type. */
export async function pageAt(galley: Galley, path: string): Promise<LandingEntry | null> {
  if (path.length > longestPath) return null;
  return orNull(galley.content('landing_page').list({ where: { path }, limit: 1 }).then(first));
}

function first<T>({ data }: { data: T[] }): T | null {
  return data[0] ?? null;
}

/** Lists all landing pages for menus and the sitemap; empty if the project has no such type. */
export async function landingPages(
  galley: Galley,
): Promise<{ path: string; title: string; changed: string }[]> {
  const list = galley.content('landing_page').list({ fields: ['title', 'path'], limit: 100 });
  if ((await orNull(list)) === null) return [];
  const pages = [];
  for await (const { values, updated_at: changed } of list)
    if (values.path?.startsWith('/')) pages.push({ path: values.path, title: values.title ?? '', changed });
  return pages;
}
