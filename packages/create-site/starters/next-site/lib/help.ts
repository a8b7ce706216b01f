import type { ListedKbArticle } from 'galley-client';
import { galley } from './galley';

/** Lists all help articles, or the articles of a collection or section, in their sort order. */
export async function helpArticles(
  filter: { collection?: string; section?: string } = {},
): Promise<ListedKbArticle[]> {
  const articles: ListedKbArticle[] = [];
  for await (const article of galley().kb.articles.list({ ...filter, limit: 100 })) articles.push(article);
  return articles;
}

/** Describes when an article was last reviewed. */
export function freshnessOf({ freshness, last_reviewed_at, updated_at }: Reviewed): string {
  const day = new Date(last_reviewed_at ?? updated_at).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  switch (freshness) {
    case 'fresh':
      return `Checked on ${day}.`;
    case 'aging':
      return `Checked on ${day}; it is due to be checked again.`;
    case 'stale':
      return `Not checked since ${day}: some of it may be out of date.`;
  }
}

type Reviewed = Pick<ListedKbArticle, 'freshness' | 'last_reviewed_at' | 'updated_at'>;
