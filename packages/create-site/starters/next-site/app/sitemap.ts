import type { MetadataRoute } from 'next';
import { allArticles } from '../lib/blog';
import { galley } from '../lib/galley';
import { helpArticles } from '../lib/help';
import { landingPages } from '../lib/pages';
import { addressOf } from '../lib/site';

/** Every page that search engines can index. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [pages, articles, help, categories, authors, collections, sections] = await Promise.all([
    landingPages(),
    allArticles(),
    helpArticles(),
    all(galley().blog.categories.list({ limit: 100 })),
    all(galley().authors.list({ limit: 100 })),
    all(galley().kb.collections.list({ limit: 100 })),
    all(galley().kb.sections.list({ limit: 100 })),
  ]);
  const at = (path: string, lastModified?: string) => ({
    url: addressOf(path),
    ...(lastModified !== undefined && { lastModified }),
  });
  return [
    at('/'),
    at('/blog'),
    at('/help'),
    ...pages.filter(({ path }) => path !== '/').map(({ path, updatedAt }) => at(path, updatedAt)),
    ...shown(articles).map(({ slug, updated_at }) => at(`/blog/${slug}`, updated_at)),
    ...shown(help).map(({ slug, updated_at }) => at(`/help/${slug}`, updated_at)),
    ...shown(categories).map(({ slug, updated_at }) => at(`/blog/category/${slug}`, updated_at)),
    ...authors.map(({ slug, updated_at }) => at(`/authors/${slug}`, updated_at)),
    ...shown(collections).map(({ slug, updated_at }) => at(`/help/collection/${slug}`, updated_at)),
    ...sections.map(({ slug, updated_at }) => at(`/help/section/${slug}`, updated_at)),
  ];
}

function shown<T extends { seo: { no_index: boolean } }>(items: readonly T[]): T[] {
  return items.filter(({ seo }) => !seo.no_index);
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
