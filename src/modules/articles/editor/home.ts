import type { ComingDate, HomeItem } from '../../../contract/home.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { dateKeys, statusAt, type Period } from '../../../lifecycle/index.ts';
import { findArticleTitle, findUpcoming, findLastEdited, findInPeriod } from '../store/draft-repository.ts';
import type { AnyArticle } from '../store/repository.ts';

/** Returns the articles of both modules that were changed last. */
export async function recentArticles(context: ProjectContext, limit: number): Promise<HomeItem[]> {
  return (await findLastEdited(context.db, limit)).map((article) => itemOf(article, context.now));
}

/** Returns the articles of both modules with the next coming dates. */
export async function comingArticles(context: ProjectContext, limit: number): Promise<HomeItem[]> {
  return (await findUpcoming(context.db, context.now, limit)).map((article) => itemOf(article, context.now));
}

/** Returns the starts, changes and ends of articles of both modules in a period. */
export async function articlesInPeriod(
  { db, now }: ProjectContext,
  period: Period,
  limit: number,
): Promise<ComingDate[]> {
  const articles = await findInPeriod(db, period, limit);
  return articles.map((article) => ({
    at: article.at.toISOString(),
    what: article.what,
    item: itemOf(article, now),
  }));
}

/** Returns the title of an article of either module; null if it doesn't exist. */
export function articleTitle({ db }: ProjectContext, id: string): Promise<string | null> {
  return findArticleTitle(db, id);
}

function itemOf(article: AnyArticle & { is_changed?: boolean }, now: Date): HomeItem {
  const status = statusAt(article, now);
  return {
    kind: article.module === 'blog' ? 'blog_article' : 'kb_article',
    id: article._id,
    title: article.draft.title,
    type: null,
    slug: article.slug,
    status,
    ...dateKeys(article, now),
    ...(article.is_changed === undefined ? {} : { has_changes: article.is_changed }),
    updated_at: article.updated_at.toISOString(),
  };
}
