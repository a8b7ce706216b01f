import type { Client } from 'galley-client';
import { orNull } from './site';
import type { LandingPage, SiteTypes } from './types';

type Galley = Client<SiteTypes>;

/** The landing page at a path of this site; null where there is none, or no such type in the project. */
export async function pageAt(galley: Galley, path: string): Promise<LandingPage | null> {
  const found = await orNull(galley.content('landing_page').list({ where: { path }, limit: 1 }).then(first));
  return found?.values ?? null;
}

function first<T>({ data }: { data: T[] }): T | null {
  return data[0] ?? null;
}

/** Every landing page as far as a menu or a sitemap needs it; none where the project has no such type. */
export async function landingPages(
  galley: Galley,
): Promise<{ path: string; title: string; changed: string }[]> {
  const list = galley.content('landing_page').list({ fields: ['title', 'path'], limit: 100 });
  if ((await orNull(list)) === null) return [];
  const pages = [];
  for await (const { values, updated_at: changed } of list)
    if (values.path.startsWith('/')) pages.push({ ...values, changed });
  return pages;
}
