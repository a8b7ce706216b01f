import { limits } from '../../../contract/limits.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { articlePlacements } from '../articles/list/serialize-articles.ts';
import { loadKbStructure } from '../structure/structure.ts';
import { countByFreshness, findByIds, findReviews, findVoteTotals } from './repository.ts';
import { articleRow } from './row.ts';
import type { KbReviewList, KbReviewQuery, KbVotesList, KbVotesQuery } from './schema.ts';

/** Returns live articles with one freshness, by the date of their next review (specification: freshness). */
export async function listReviews(context: ProjectContext, query: KbReviewQuery): Promise<KbReviewList> {
  const { db, now, project } = context;
  const { limit, skip } = pageOf(query);
  const [collections, counts, reviews] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      countByFreshness(db, now, limits.count_cap),
      findReviews(db, { freshness: query.freshness, now }, { skip, limit: limit + 1 }),
    ]),
  );
  const placements = articlePlacements(collections);
  const data = reviews.slice(0, limit).map((article) => ({
    ...articleRow(article, placements, now),
    review_interval_days: article.interval_days ?? project.reviewIntervalDays,
  }));
  return { data, counts, meta: metaOf(reviews.length > limit, { limit, skip }) };
}

/** Returns articles by their votes; by default those that are most certainly bad come first. */
export async function listVotes(context: ProjectContext, query: KbVotesQuery): Promise<KbVotesList> {
  const { db, now } = context;
  const { limit, skip } = pageOf(query);
  const [collections, totals] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      findVoteTotals(db, query.sort ?? 'worst', { skip, limit: limit + 1 }),
    ]),
  );
  const page = totals.slice(0, limit);
  const articles = await findByIds(
    db,
    page.map(({ _id }) => _id),
  );
  const placements = articlePlacements(collections);
  const byId = new Map(articles.map((article) => [article._id, article]));
  const data = page.flatMap(({ _id, helpful, not_helpful }) => {
    const article = byId.get(_id);
    if (article === undefined) return []; // deleted meanwhile
    return [
      { ...articleRow(article, placements, now), helpful_count: helpful, not_helpful_count: not_helpful },
    ];
  });
  return { data, meta: metaOf(totals.length > limit, { limit, skip }) };
}

function pageOf({ limit = limits.page_size_default, offset = 0 }: { limit?: number; offset?: number }) {
  return { limit, skip: offset };
}

function metaOf(hasMore: boolean, { limit, skip }: { limit: number; skip: number }) {
  return { limit, has_more: hasMore, next_cursor: null, next_offset: hasMore ? skip + limit : null };
}
