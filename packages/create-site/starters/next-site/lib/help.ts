import type { ListedKbArticle } from 'galley-client';
import { galley } from './galley';
import type { Language } from './languages';
import { allOf } from './lists';
import { dayOf } from './site';

/** Lists all help articles, or the articles of a collection or section, in their sort order. */
export function helpArticles(
  language: Language,
  filter: { collection?: string; section?: string } = {},
): Promise<ListedKbArticle[]> {
  return allOf(galley(language).kb.articles.list({ ...filter, limit: 100 }));
}

/** Describes when an article was last reviewed. */
export function freshnessOf(article: Reviewed, language: Language): string {
  const { freshness, last_reviewed_at, updated_at } = article;
  const day = dayOf(last_reviewed_at ?? updated_at, language);
  const { texts } = language;
  switch (freshness) {
    case 'fresh':
      return texts.checked(day);
    case 'aging':
      return texts.due(day);
    case 'stale':
      return texts.stale(day);
  }
}

type Reviewed = Pick<ListedKbArticle, 'freshness' | 'last_reviewed_at' | 'updated_at'>;
