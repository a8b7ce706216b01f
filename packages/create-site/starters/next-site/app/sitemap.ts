import type { MetadataRoute } from 'next';
import { allArticles } from '../lib/blog';
import { galley } from '../lib/galley';
import { helpArticles } from '../lib/help';
import { type Alternate, isMultilingual, type Language, languages, pathIn } from '../lib/languages';
import { allOf } from '../lib/lists';
import { languageLinks } from '../lib/metadata';
import { landingPages } from '../lib/pages';
import { addressOf } from '../lib/site';

/** A page in one language. `id` is the same in all languages. */
interface Page {
  id: string;
  path: string;
  lastModified?: string;
}

/** Every page that search engines can index, with its translations. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const all: { id: string; url: string; lastModified?: string }[] = [];
  const pages = new Map<string, Alternate[]>();
  for (const language of languages()) {
    for (const { id, path: own, ...dates } of await pagesIn(language)) {
      const path = pathIn(language, own);
      pages.set(id, [...(pages.get(id) ?? []), { locale: language.code, path }]);
      all.push({ id, url: addressOf(path), ...dates });
    }
  }
  return all.map(({ id, ...page }) => {
    const links = languageLinks(pages.get(id) ?? []);
    return { ...page, ...(links && { alternates: { languages: links } }) };
  });
}

/** The pages in one language. An item whose text comes from another language is listed in that one only. */
async function pagesIn(language: Language): Promise<Page[]> {
  const client = galley(language);
  const [pages, articles, help, categories, authors, collections, sections] = await Promise.all([
    landingPages(language),
    allArticles(language),
    helpArticles(language),
    allOf(client.blog.categories.list({ limit: 100 })),
    allOf(client.authors.list({ limit: 100 })),
    allOf(client.kb.collections.list({ limit: 100 })),
    allOf(client.kb.sections.list({ limit: 100 })),
  ]);
  const below = (folder: string, items: readonly Listed[]) =>
    items
      .filter(({ seo, locales }) => seo?.no_index !== true && isTranslated(language, locales))
      .map(({ id, slug, updated_at }) => ({ id, path: `${folder}/${slug}`, lastModified: updated_at }));
  return [
    ...['/', '/blog', '/help'].map((path) => ({ id: path, path })),
    ...pages
      .filter(({ path }) => path !== '/')
      .map(({ id, path, updatedAt }) => ({ id, path, lastModified: updatedAt })),
    ...below('/blog', articles),
    ...below('/help', help),
    ...below('/blog/category', categories),
    ...below('/authors', authors),
    ...below('/help/collection', collections),
    ...below('/help/section', sections),
  ];
}

interface Listed {
  id: string;
  slug: string;
  updated_at: string;
  seo?: { no_index: boolean };
  locales?: string[];
}

function isTranslated({ code }: Language, locales: readonly string[] | undefined): boolean {
  return !isMultilingual() || locales?.includes(code) === true;
}
