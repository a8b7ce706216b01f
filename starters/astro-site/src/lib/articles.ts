import { type Client, GalleyError, type ListedBlogArticle } from 'galley-client';
import { site } from './site';
import type { SiteTypes } from './types';

export interface ArticlePage {
  articles: ListedBlogArticle[];
  /** The address of the page with older ones. */
  next: string | null;
}

/** A page of articles; which one says `after` of the address, and null is answered to one that was made up. */
export async function articlePage(
  galley: Client<SiteTypes>,
  url: URL,
  filter: { category?: string; author?: string } = {},
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
