import type { Client } from 'galley-client';
import { landingPages } from './pages';
import type { ContentTypes } from '../content-types';

export interface Address {
  path: string;
  changed?: string;
}

/** Every path in the sitemap. */
export async function addresses(galley: Client<ContentTypes>): Promise<Address[]> {
  const all: Address[] = [{ path: '/' }, { path: '/blog' }, { path: '/help' }];
  for (const { path, changed } of await landingPages(galley)) if (path !== '/') all.push({ path, changed });
  const { blog, kb, authors } = galley;
  const add = async (
    items: AsyncIterable<{ slug: string; updated_at: string; seo?: { no_index: boolean } }>,
    below: string,
  ) => {
    for await (const { slug, updated_at: changed, seo } of items)
      if (seo?.no_index !== true) all.push({ path: `${below}/${slug}`, changed });
  };
  await add(blog.articles.list({ limit: 100 }), '/blog');
  await add(blog.categories.list({ limit: 100 }), '/blog/category');
  await add(authors.list({ limit: 100 }), '/authors');
  await add(kb.collections.list({ limit: 100 }), '/help/collection');
  await add(kb.sections.list({ limit: 100 }), '/help/section');
  await add(kb.articles.list({ limit: 100 }), '/help');
  return all;
}
