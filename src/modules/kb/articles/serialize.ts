import { articleForm, type ArticleView, bodyForm } from '../../articles/serialize.ts';
import type { ResolvedTargets } from '../../../content/index.ts';
import { freshnessAt } from '../freshness.ts';
import type { ContainerRef } from '../structure/schema.ts';
import type { VoteCounts } from '../votes/schema.ts';
import type { KbValues, ReviewState } from './schema.ts';

/** The names of an article's collection and section. */
export interface ArticlePlacement {
  collection: ContainerRef;
  section: ContainerRef | null;
}

/** What serialization needs in addition to the articles. */
export interface ArticleContext {
  now: Date;
  targets: ResolvedTargets;
  placements: ReadonlyMap<string, ArticlePlacement>;
  /** By article; articles without votes are absent. */
  votes: ReadonlyMap<string, VoteCounts>;
  /** The project's interval. */
  reviewIntervalDays: number;
}

/** One snapshot of an article with its review dates. */
export interface KbArticleView<W = Omit<KbValues, 'body'>> extends ReviewState {
  view: ArticleView<KbValues, W>;
}

/** An article in a list; `published_at` is null only for drafts. */
export function listedKbArticle(
  article: KbArticleView,
  { now, targets, placements, votes, reviewIntervalDays }: ArticleContext,
) {
  const { view, last_reviewed_at, review_due_at } = article;
  const placement = placements.get(view.values.shelf);
  if (placement === undefined) throw new Error(`${view.id} is in ${view.values.shelf}, which is gone`);
  const counts = votes.get(view.id);
  return {
    ...articleForm(view, targets),
    ...placement,
    position: view.values.position,
    review_interval_days: view.values.review_interval_days ?? reviewIntervalDays,
    freshness: freshnessAt(article, now),
    last_reviewed_at: last_reviewed_at?.toISOString() ?? null,
    review_due_at: review_due_at.toISOString(),
    helpful_count: counts?.helpful ?? 0,
    not_helpful_count: counts?.not_helpful ?? 0,
  };
}

export function singleKbArticle(article: KbArticleView<KbValues>, context: ArticleContext) {
  return { ...listedKbArticle(article, context), body: bodyForm(article.view, context.targets) };
}
