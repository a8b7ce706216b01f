import type { ComingDate, HomeItem } from '../../../contract/home.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { dateKeys, statusAt, type Period } from '../../../lifecycle/index.ts';
import {
  findArticleTitle,
  findUpcoming,
  findLastEdited,
  findInPeriod,
  type NamedArticle,
} from '../store/draft-repository.ts';

/** Returns the articles of both modules that were changed last. */
export async function recentArticles(context: ProjectContext, limit: number): Promise<HomeItem[]> {
  return (await findLastEdited(context.db, limit)).map((article) => itemOf(context, article));
}

/** Returns the articles of both modules with the next coming dates, in each locale. */
export async function comingArticles(context: ProjectContext, limit: number): Promise<HomeItem[]> {
  const articles = await findUpcoming(context.db, context.now, { limit, locales: furtherIds(context) });
  return articles.map((article) => itemOf(context, article));
}

/** Returns the starts, changes and ends of articles of both modules in a period, in each locale. */
export async function articlesInPeriod(
  context: ProjectContext,
  period: Period,
  limit: number,
): Promise<ComingDate[]> {
  const articles = await findInPeriod(context.db, period, { limit, locales: furtherIds(context) });
  return articles.map((article) => ({
    at: article.at.toISOString(),
    what: article.what,
    item: itemOf(context, article),
  }));
}

/** Returns the title of an article of either module; null if it doesn't exist. */
export function articleTitle({ db }: ProjectContext, id: string): Promise<string | null> {
  return findArticleTitle(db, id);
}

function itemOf({ project, now }: ProjectContext, article: NamedArticle): HomeItem {
  const locale = project.locales.list.find(({ id }) => id === article.locale);
  const status = statusAt(article, now);
  return {
    kind: article.module === 'blog' ? 'blog_article' : 'kb_article',
    id: article._id,
    title: article.draft.title,
    type: null,
    slug: article.slug,
    ...(locale === undefined ? {} : { locale: locale.code }),
    status,
    ...dateKeys(article, now),
    ...(article.is_changed === undefined ? {} : { has_changes: article.is_changed }),
    updated_at: article.updated_at.toISOString(),
  };
}

/** The ids of the further locales, whose dates articles have beside those of the default locale. */
function furtherIds({ project }: ProjectContext): string[] {
  return project.locales.list.slice(1).map(({ id }) => id);
}
