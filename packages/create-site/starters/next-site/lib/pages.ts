import type { EntryAlternate } from 'galley-client';
import { orNull } from 'galley-next';
import type { LandingPageValues } from '../content-types';
import { galley } from './galley';
import { type Alternate, alternatesOf, everywhere, isMultilingual, type Language } from './languages';

export interface LandingEntry {
  id: string;
  values: LandingPageValues;
  /** The page in each language. Absent if the type has no localized field. */
  alternates?: EntryAlternate[];
}

/** A string field holds at most this many characters, so no longer path has a page. */
const longestPath = 500;

/**
 * Returns the landing page at a path; null if there is none or the project has no such type. Its path in another language
 * also finds it; no redirect, because Next sends those of cached pages with two Location headers.
 */
export async function landingPageAt(language: Language, path: string): Promise<LandingEntry | null> {
  if (path.length > longestPath) return null;
  const pages = galley(language).content('landing_page');
  if (!isMultilingual()) return (await orNull(pages.list({ where: { path }, limit: 1 })))?.data[0] ?? null;
  const page = await orNull(pages.lookup({ path })); // finds the page by its path in any language
  return page !== null && isIn(language, page) ? page : null;
}

/** A landing page in each language. Every language has a home page. */
export function landingAlternates({ values, alternates }: LandingEntry): Alternate[] {
  if (values.path === '/') return everywhere('/');
  return alternatesOf(alternates, (alternate) => String(alternate.values['path']));
}

/** Pages of a type without localized fields are shown in the default language only. */
function isIn({ isDefault }: Language, { alternates }: Pick<LandingEntry, 'alternates'>): boolean {
  return isDefault || alternates !== undefined;
}

export interface ListedPage {
  id: string;
  path: string;
  title: string;
  updatedAt: string;
}

/** Lists the paths and titles of all landing pages. */
export async function landingPages(language: Language): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  const list = galley(language)
    .content('landing_page')
    .list({ fields: ['path', 'title'], limit: 100, ...(isMultilingual() && { alternates: true }) });
  const all = async () => {
    for await (const page of list) {
      const { id, values, updated_at: updatedAt } = page;
      if (values.path?.startsWith('/') && isIn(language, page))
        pages.push({ id, path: values.path, title: values.title ?? '', updatedAt });
    }
  };
  await orNull(all());
  return pages;
}
