import { limits } from '../../../contract/limits.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { furtherLocaleId } from '../../../projects/index.ts';
import { loadKbStructure } from '../structure/structure.ts';
import type { VotedLocale } from '../votes/repository.ts';
import { kbListLocale, placementsIn } from './listed-locale.ts';
import { countByFreshness, findByIds, findReviews, findVoteTotals } from './repository.ts';
import { articleRow } from './row.ts';
import type { KbReviewList, KbReviewQuery, KbVotesList, KbVotesQuery } from './schema.ts';

/**
 * Returns live articles with one freshness in the locale of the request, by the date of their next review
 * (specification: freshness). @throws unknown_locale
 */
export async function listReviews(context: ProjectContext, query: KbReviewQuery): Promise<KbReviewList> {
  const { db, now, project } = context;
  const { limit, skip } = pageOf(query);
  const locale = kbListLocale(context);
  const freshnessQuery = { now, locale: locale?.titles.furtherId ?? null };
  const [collections, counts, ids] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      countByFreshness(db, freshnessQuery, limits.count_cap),
      findReviews(db, { ...freshnessQuery, freshness: query.freshness }, { skip, limit: limit + 1 }),
    ]),
  );
  const pageIds = ids.slice(0, limit);
  const articles = await findByIds(db, pageIds, locale?.titles ?? null);
  const placements = placementsIn(collections, locale);
  const byId = new Map(articles.map((article) => [article._id, article]));
  const data = pageIds.flatMap((id) => {
    const article = byId.get(id);
    if (article === undefined) return []; // deleted meanwhile
    const review_interval_days = article.interval_days ?? project.reviewIntervalDays;
    return [{ ...articleRow(article, placements, { now, project, locale }), review_interval_days }];
  });
  return { data, counts, meta: metaOf(ids.length > limit, { limit, skip }) };
}

/**
 * Returns articles by their votes in the locale of the request, or in all locales without one; by default those that are
 * most certainly bad come first. @throws unknown_locale
 */
export async function listVotes(context: ProjectContext, query: KbVotesQuery): Promise<KbVotesList> {
  const { db, now, project } = context;
  const { limit, skip } = pageOf(query);
  const locale = kbListLocale(context);
  const order = query.sort ?? 'worst';
  const [collections, totals] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      findVoteTotals(db, { order, locale: votedLocale(context) }, { skip, limit: limit + 1 }),
    ]),
  );
  const page = totals.slice(0, limit);
  const articles = await findByIds(
    db,
    page.map(({ _id }) => _id),
    locale?.titles ?? null,
  );
  const placements = placementsIn(collections, locale);
  const byId = new Map(articles.map((article) => [article._id, article]));
  const data = page.flatMap(({ _id, helpful, not_helpful }) => {
    const article = byId.get(_id);
    if (article === undefined) return []; // deleted meanwhile
    const row = articleRow(article, placements, { now, project, locale });
    return [{ ...row, helpful_count: helpful, not_helpful_count: not_helpful }];
  });
  return { data, meta: metaOf(totals.length > limit, { limit, skip }) };
}

/** The locale whose votes are counted; a request without a locale counts all of them. @throws unknown_locale */
function votedLocale(context: ProjectContext): VotedLocale {
  if (context.writtenLocale === undefined) return 'all';
  const further = furtherLocaleId(context);
  return further === null ? 'default' : { further };
}

function pageOf({ limit = limits.page_size_default, offset = 0 }: { limit?: number; offset?: number }) {
  return { limit, skip: offset };
}

function metaOf(hasMore: boolean, { limit, skip }: { limit: number; skip: number }) {
  return { limit, has_more: hasMore, next_cursor: null, next_offset: hasMore ? skip + limit : null };
}
