import { limits } from '../../contract/limits.ts';
import type { ProjectCall } from '../../platform/call.ts';
import { placesOn } from '../articles/serve.ts';
import { loadShelves } from '../shelves/shelves.ts';
import { countVerdicts, findByIds, findReviews, findVoted } from './repository.ts';
import { placedRow } from './row.ts';
import type { KbReviewList, KbReviewQuery, KbVotesList, KbVotesQuery } from './schema.ts';

/** Live articles of one verdict, those whose review is due first first (specification: freshness). */
export async function listReviews(call: ProjectCall, query: KbReviewQuery): Promise<KbReviewList> {
  const { db, now, project } = call;
  const { limit, skip } = pageOf(query);
  const [shelves, counts, found] = await Promise.all([
    loadShelves(db, now),
    countVerdicts(db, now, limits.count_cap),
    findReviews(db, { freshness: query.freshness, now }, { skip, limit: limit + 1 }),
  ]);
  const places = placesOn(shelves);
  const data = found.slice(0, limit).map((article) => ({
    ...placedRow(article, places, now),
    review_interval_days: article.interval_days ?? project.reviewIntervalDays,
  }));
  return { data, counts, meta: metaOf(found.length > limit, { limit, skip }) };
}

/** Articles by what readers said of them: the surely worst first unless `sort` says otherwise. */
export async function listVotes(call: ProjectCall, query: KbVotesQuery): Promise<KbVotesList> {
  const { db, now } = call;
  const { limit, skip } = pageOf(query);
  const [shelves, voted] = await Promise.all([
    loadShelves(db, now),
    findVoted(db, query.sort ?? 'worst', { skip, limit: limit + 1 }),
  ]);
  const shown = voted.slice(0, limit);
  const found = await findByIds(
    db,
    shown.map(({ _id }) => _id),
  );
  const places = placesOn(shelves);
  const byId = new Map(found.map((article) => [article._id, article]));
  const data = shown.flatMap(({ _id, helpful, not_helpful }) => {
    const article = byId.get(_id);
    if (article === undefined) return []; // deleted this moment
    return [{ ...placedRow(article, places, now), helpful_count: helpful, not_helpful_count: not_helpful }];
  });
  return { data, meta: metaOf(voted.length > limit, { limit, skip }) };
}

function pageOf({ limit = limits.page_size_default, offset = 0 }: { limit?: number; offset?: number }) {
  return { limit, skip: offset };
}

function metaOf(hasMore: boolean, { limit, skip }: { limit: number; skip: number }) {
  return { limit, has_more: hasMore, next_cursor: null, next_offset: hasMore ? skip + limit : null };
}
