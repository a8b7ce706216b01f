import { type Client, GalleyError, type ListedBlogArticle } from 'galley-client';
import { site } from './site';
import type { ContentTypes } from '../content-types';

export interface ArticlePage {
  articles: ListedBlogArticle[];
  /** The address of the page with older ones. */
  next: string | null;
}

/**
 * One page of the blog, from 1; null where there is none. Lists go on by a cursor, so a page is cut out of all of them:
 * a cursor in an address says nothing to a reader, and another place once an article is gone.
 */
export async function blogPage(galley: Client<ContentTypes>, page: number): Promise<ArticlePage | null> {
  const all: ListedBlogArticle[] = [];
  for await (const article of galley.blog.articles.list({ limit: 100 })) all.push(article);
  const start = (page - 1) * site.articlesPerPage;
  const end = start + site.articlesPerPage;
  if (page > 1 && start >= all.length) return null;
  return { articles: all.slice(start, end), next: end < all.length ? `/blog/page/${page + 1}` : null };
}

/** Articles of a category or an author; where to go on says `after` of the address, and null is answered to one that was made up. */
export async function articlePage(
  galley: Client<ContentTypes>,
  url: URL,
  filter: { category?: string; author?: string },
): Promise<ArticlePage | null> {
  const cursor = url.searchParams.get('after');
  const query = { ...filter, limit: site.articlesPerPage, ...(cursor !== null && { cursor }) };
  try {
    const { data, meta } = await galley.blog.articles.list(query);
    const next = meta.next_cursor && `${url.pathname}?after=${encodeURIComponent(meta.next_cursor)}`;
    return { articles: data, next };
  } catch (fault) {
    if (fault instanceof GalleyError && fault.code === 'invalid_cursor') return null;
    throw fault;
  }
}
