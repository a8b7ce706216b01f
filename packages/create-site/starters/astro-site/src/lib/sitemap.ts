import type { Client, Locale } from 'galley-client';
import { type Alternate, languageAt, onlyLanguage, pathIn, prefixOf } from './languages';
import { landingPages } from './pages';
import type { ContentTypes } from '../content-types';

export interface Address {
  path: string;
  changed?: string;
  /** The page in each of its languages, the default first. Fewer than two mean that it has only one. */
  alternates: Alternate[];
}

interface LocalPage {
  /** The same for a page in all languages. */
  id: string;
  path: string;
  changed?: string;
}

/** Every path in the sitemap. */
export async function addresses(galley: Client<ContentTypes>): Promise<Address[]> {
  const { locales } = languageAt('/', (await galley.locales.list()).data);
  if (locales.length === 0)
    return (await pagesIn(galley, null)).map(({ path, changed }) => ({ path, changed, alternates: [] }));
  const pages = new Map<string, Alternate[]>();
  const all: Address[] = [];
  for (const locale of locales) {
    const prefix = prefixOf(locale);
    for (const { id, path: own, changed } of await pagesIn(galley, { locale, locales })) {
      const path = pathIn(prefix, own);
      const alternates = pages.get(id) ?? [];
      pages.set(id, alternates);
      alternates.push({ locale: locale.code, path });
      all.push({ path, changed, alternates });
    }
  }
  return all;
}

/** The pages in one language. An item whose text comes from another language is listed in that one only. */
async function pagesIn(
  site: Client<ContentTypes>,
  within: { locale: Locale; locales: readonly Locale[] } | null,
): Promise<LocalPage[]> {
  const language =
    within === null ? onlyLanguage('/') : languageAt(prefixOf(within.locale) || '/', within.locales);
  const galley = within === null ? site : { ...site, ...site.inLocale(within.locale.code) };
  const all: LocalPage[] = ['/', '/blog', '/help'].map((path) => ({ id: path, path }));
  for (const { id, path, changed } of await landingPages(galley, language))
    if (path !== '/') all.push({ id, path, changed });
  const { blog, kb, authors } = galley;
  const add = async (items: AsyncIterable<Listed>, below: string) => {
    for await (const { id, slug, updated_at: changed, seo, locales } of items) {
      const isTranslated = within === null || locales?.includes(within.locale.code) === true;
      if (seo?.no_index !== true && isTranslated) all.push({ id, path: `${below}/${slug}`, changed });
    }
  };
  await add(blog.articles.list({ limit: 100 }), '/blog');
  await add(blog.categories.list({ limit: 100 }), '/blog/category');
  await add(authors.list({ limit: 100 }), '/authors');
  await add(kb.collections.list({ limit: 100 }), '/help/collection');
  await add(kb.sections.list({ limit: 100 }), '/help/section');
  await add(kb.articles.list({ limit: 100 }), '/help');
  return all;
}

interface Listed {
  id: string;
  slug: string;
  updated_at: string;
  seo?: { no_index: boolean };
  locales?: string[];
}
