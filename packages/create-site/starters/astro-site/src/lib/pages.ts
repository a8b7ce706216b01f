import type { Client, EntryAlternate } from 'galley-client';
import type { Language } from './languages';
import { orNull } from './site';
import type { ContentTypes, LandingPageValues } from '../content-types';

type Galley = Client<ContentTypes>;

export interface LandingEntry {
  id: string;
  values: LandingPageValues;
  /** The page in each language. Absent if the type has no localized field. */
  alternates?: EntryAlternate[];
}

/** A string field holds at most this many characters, so no longer path has a page. */
const longestPath = 500;

/** Returns the landing page at a path; null if there is none or the project has no such type. */
export async function pageAt(galley: Galley, language: Language, path: string): Promise<LandingEntry | null> {
  if (path.length > longestPath) return null;
  const pages = galley.content('landing_page');
  if (language.code === null)
    return (await orNull(pages.list({ where: { path }, limit: 1 })))?.data[0] ?? null;
  const page = await orNull(pages.lookup({ path })); // finds the page by its path in any language
  return page !== null && isIn(language, page) ? page : null;
}

function withAlternates({ code }: Language) {
  return code === null ? {} : { alternates: true };
}

/** Pages of a type without localized fields are shown in the default language only. */
function isIn({ prefix }: Language, { alternates }: Pick<LandingEntry, 'alternates'>): boolean {
  return prefix === '' || alternates !== undefined;
}

export interface ListedPage {
  id: string;
  path: string;
  title: string;
  updatedAt: string;
}

/** Lists all landing pages for menus and the sitemap; empty if the project has no such type. */
export async function landingPages(galley: Galley, language: Language): Promise<ListedPage[]> {
  const list = galley
    .content('landing_page')
    .list({ fields: ['title', 'path'], limit: 100, ...withAlternates(language) });
  if ((await orNull(list)) === null) return [];
  const pages = [];
  for await (const page of list) {
    const { id, values, updated_at: updatedAt } = page;
    if (values.path?.startsWith('/') && isIn(language, page))
      pages.push({ id, path: values.path, title: values.title ?? '', updatedAt });
  }
  return pages;
}
