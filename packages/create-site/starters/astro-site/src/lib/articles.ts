import { type Client, GalleyError, type ListedBlogArticle, type ListedKbArticle } from 'galley-client';
import type { Language } from './languages';
import { allOf, site } from './site';
import type { ContentTypes } from '../content-types';

export interface ArticlePage {
  articles: ListedBlogArticle[];
  /** The URL of the page with older articles. */
  next: string | null;
}

/**
 * Returns a page of the blog, counted from 1, or null if it doesn't exist. Reads all articles and slices them, because
 * API cursors have no page numbers.
 */
export async function blogPage(
  galley: Client<ContentTypes>,
  page: number,
  { prefix }: Language,
): Promise<ArticlePage | null> {
  const all = await allOf(galley.blog.articles.list({ limit: 100 }));
  const start = (page - 1) * site.articlesPerPage;
  const end = start + site.articlesPerPage;
  if (page > 1 && start >= all.length) return null;
  return {
    articles: all.slice(start, end),
    next: end < all.length ? `${prefix}/blog/page/${page + 1}` : null,
  };
}

/** Lists articles of a category or an author from the cursor in `after`. Returns null for an invalid cursor. */
export async function articlePage(
  galley: Client<ContentTypes>,
  { searchParams }: URL,
  { prefix, path }: Language,
  filter: { category?: string; author?: string },
): Promise<ArticlePage | null> {
  const cursor = searchParams.get('after');
  const query = { ...filter, limit: site.articlesPerPage, ...(cursor !== null && { cursor }) };
  try {
    const { data, meta } = await galley.blog.articles.list(query);
    const next = meta.next_cursor && `${prefix}${path}?after=${encodeURIComponent(meta.next_cursor)}`;
    return { articles: data, next };
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'invalid_cursor') return null;
    throw error;
  }
}

/** Lists the help articles of a collection or section, in their sort order. */
export function helpArticles(
  galley: Client<ContentTypes>,
  filter: { collection: string } | { section: string },
): Promise<ListedKbArticle[]> {
  return allOf(galley.kb.articles.list({ ...filter, limit: 100 }));
}
