import type { HomeItem } from '../contract/home.ts';
import type { ProjectCall } from '../platform/call.ts';
import { statusAt } from '../publishing/service.ts';
import { findComing, findLastEdited } from './draft-repository.ts';
import type { AnyArticle } from './repository.ts';

/** The articles of both modules that were changed last. */
export async function recentArticles(call: ProjectCall, limit: number): Promise<HomeItem[]> {
  return (await findLastEdited(call.db, limit)).map((article) => itemOf(article, call.now));
}

/** The articles of both modules that appear next. */
export async function comingArticles(call: ProjectCall, limit: number): Promise<HomeItem[]> {
  return (await findComing(call.db, call.now, limit)).map((article) => itemOf(article, call.now));
}

function itemOf(article: AnyArticle, now: Date): HomeItem {
  const status = statusAt(article, now);
  return {
    kind: article.module === 'blog' ? 'blog_article' : 'kb_article',
    id: article._id,
    title: article.draft.title,
    type: null,
    slug: article.slug,
    status,
    scheduled_for: status === 'scheduled' ? (article.live_at?.toISOString() ?? null) : null,
    updated_at: article.updated_at.toISOString(),
  };
}
