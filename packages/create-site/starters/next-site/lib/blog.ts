import type { ListedBlogArticle } from 'galley-client';
import { galley } from './galley';
import type { Language } from './languages';
import { allOf } from './lists';
import { site } from './site';

export interface BlogPart {
  articles: ListedBlogArticle[];
  /** Number of pages. */
  count: number;
}

/** Lists all articles of the blog, of a category or of an author, newest first. */
export function allArticles(
  language: Language,
  filter: { category?: string; author?: string } = {},
): Promise<ListedBlogArticle[]> {
  return allOf(galley(language).blog.articles.list({ ...filter, limit: 100 }));
}

/** Returns a page of the blog, counted from 1. Slices the cached list, because cursors have no page numbers. */
export async function pageOfBlog(language: Language, page: number): Promise<BlogPart> {
  const all = await allArticles(language);
  const start = (page - 1) * site.pageSize;
  const articles = all.slice(start, start + site.pageSize);
  return { articles, count: Math.max(1, Math.ceil(all.length / site.pageSize)) };
}
