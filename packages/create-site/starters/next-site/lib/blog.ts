import type { ListedBlogArticle } from 'galley-client';
import { galley } from './galley';
import { site } from './site';

export interface BlogPart {
  articles: ListedBlogArticle[];
  /** How many pages there are. */
  count: number;
}

/** All articles of the blog, or of a category or an author, newest first. */
export async function allArticles(
  filter: { category?: string; author?: string } = {},
): Promise<ListedBlogArticle[]> {
  const articles: ListedBlogArticle[] = [];
  for await (const article of galley().blog.articles.list({ ...filter, limit: 100 })) articles.push(article);
  return articles;
}

/** One page of them, from 1. Lists of the blog go on by a cursor, so a page is cut out of the whole, which is kept. */
export async function pageOfBlog(page: number): Promise<BlogPart> {
  const all = await allArticles();
  const start = (page - 1) * site.pageSize;
  const articles = all.slice(start, start + site.pageSize);
  return { articles, count: Math.max(1, Math.ceil(all.length / site.pageSize)) };
}
