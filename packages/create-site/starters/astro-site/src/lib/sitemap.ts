import type { Client } from 'galley-client';
import { type Alternate, type Language, languageAt, onlyLanguage, pathIn, prefixOf } from './languages';
import { landingPages } from './pages';
import type { ContentTypes } from '../content-types';

export interface SitemapPage {
  path: string;
  updatedAt?: string;
  /** The page in each of its languages, the default first. Fewer than two mean that it has only one. */
  alternates: Alternate[];
}

interface LocalPage {
  /** The same for a page in all languages. */
  id: string;
  path: string;
  updatedAt?: string;
}

/** Every page that search engines can index, in each of its languages. */
export async function sitemapPages(galley: Client<ContentTypes>): Promise<SitemapPage[]> {
  const alternatesById = new Map<string, Alternate[]>();
  const pages: SitemapPage[] = [];
  for (const language of await languagesOf(galley)) {
    for (const { id, path: ownPath, updatedAt } of await pagesIn(galley, language)) {
      const path = pathIn(language.prefix, ownPath);
      const alternates = alternatesById.get(id) ?? [];
      alternatesById.set(id, alternates);
      if (language.code !== null) alternates.push({ locale: language.code, path });
      pages.push({ path, updatedAt, alternates });
    }
  }
  return pages;
}

async function languagesOf(galley: Client<ContentTypes>): Promise<Language[]> {
  const { data } = await galley.locales.list();
  const { locales } = languageAt('/', data);
  if (locales.length === 0) return [onlyLanguage('/')];
  return locales.map((locale) => languageAt(pathIn(prefixOf(locale), '/'), locales));
}

/** The pages in one language. An item whose text comes from another language is listed in that one only. */
async function pagesIn(site: Client<ContentTypes>, language: Language): Promise<LocalPage[]> {
  const { code } = language;
  const galley = code === null ? site : { ...site, ...site.inLocale(code) };
  const pages: LocalPage[] = ['/', '/blog', '/help'].map((path) => ({ id: path, path }));
  for (const { id, path, updatedAt } of await landingPages(galley, language))
    if (path !== '/') pages.push({ id, path, updatedAt });
  const { blog, kb, authors } = galley;
  const add = async (items: AsyncIterable<Listed>, below: string) => {
    for await (const { id, slug, updated_at: updatedAt, seo, locales } of items) {
      const isTranslated = code === null || locales?.includes(code) === true;
      if (seo?.no_index !== true && isTranslated) pages.push({ id, path: `${below}/${slug}`, updatedAt });
    }
  };
  await add(blog.articles.list({ limit: 100 }), '/blog');
  await add(blog.categories.list({ limit: 100 }), '/blog/category');
  await add(authors.list({ limit: 100 }), '/authors');
  await add(kb.collections.list({ limit: 100 }), '/help/collection');
  await add(kb.sections.list({ limit: 100 }), '/help/section');
  await add(kb.articles.list({ limit: 100 }), '/help');
  return pages;
}

interface Listed {
  id: string;
  slug: string;
  updated_at: string;
  seo?: { no_index: boolean };
  locales?: string[];
}
