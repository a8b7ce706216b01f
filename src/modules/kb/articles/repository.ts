import type { Document } from 'mongodb';
import type { ArticleRecord, ArticleValues } from '../../articles/store/schema.ts';
import { articlesOf, type ListedArticle, listedFields } from '../../articles/store/repository.ts';
import { openLocaleRows } from '../../articles/store/locale-repository.ts';
import type { PreviewStatus } from '../../../contract/drafts.ts';
import { dayMs } from '../../../contract/time.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { Freshness } from '../freshness.ts';
import type { ContainerSlice } from './list/page-plan.ts';
import type { KbArticleRecord, KbValues, ReviewState } from './schema.ts';
import {
  ended,
  inStatus,
  overdue,
  type VisiblePeriodPath,
  visiblePeriodProjection,
  visible,
} from '../../../lifecycle/index.ts';

/** An article as lists read it. */
export type ListedKbRecord = ListedArticle<KbValues> & ReviewState;

/** The manual order within a container; equal positions are sorted by creation (specification: kb-order). */
const containerOrder = { 'live.position': 1, created_at: 1, _id: 1 } as const;

function visibleArticles(now: Date) {
  return { module: 'kb' as const, ...visible(now) };
}

/** Returns the part of a container that is on a page, in order. */
export async function findSlice(
  db: ProjectDb,
  { containerId, skip, take }: ContainerSlice,
  now: Date,
): Promise<ListedKbRecord[]> {
  const records = await rows(db, articlesOf.kb).find(
    { ...visibleArticles(now), 'live.shelf': containerId },
    { sort: containerOrder, skip, limit: take, projection: listedFields },
  );
  return records as unknown as ListedKbRecord[]; // module and projection determine the type
}

/** Returns all articles of some containers, in the order of each container. */
export async function findInContainers(
  db: ProjectDb,
  containerIds: readonly string[],
  { now, limit }: { now: Date; limit: number },
): Promise<ListedKbRecord[]> {
  if (containerIds.length === 0) return [];
  const records = await rows(db, articlesOf.kb).find(
    { ...visibleArticles(now), 'live.shelf': { $in: [...containerIds] } },
    { sort: containerOrder, limit, projection: listedFields },
  );
  return records as unknown as ListedKbRecord[]; // module and projection determine the type
}

/** The conditions of a search, in addition to being live. */
export interface KbSearch {
  now: Date;
  /** Null for any container. */
  containerIds: readonly string[] | null;
  /** The condition that `searchOf` made from `q`. */
  search: object | null;
  freshness: Freshness | undefined;
  /** The states of a list of drafts; null for all but archived articles. */
  statuses: readonly PreviewStatus[] | null;
}

function searchCondition({ now, containerIds, search, freshness, statuses }: KbSearch): object {
  return {
    ...(statuses === null ? visibleArticles(now) : { module: 'kb', $and: [inStatus(statuses, now)] }),
    ...(containerIds === null ? {} : { 'live.shelf': { $in: [...containerIds] } }),
    ...search,
    ...(freshness === undefined ? {} : freshnessCondition(freshness, now)),
  };
}

/** The condition of a freshness at a time. */
function freshnessCondition(freshness: Freshness, now: Date): object {
  if (freshness === 'fresh') return { aging_at: { $gt: now } };
  return { aging_at: { $lte: now }, review_due_at: freshness === 'aging' ? { $gt: now } : { $lte: now } };
}

/** Live articles with a freshness at a time. */
export function articlesWithFreshness(freshness: Freshness, now: Date) {
  return { ...visibleArticles(now), ...freshnessCondition(freshness, now) };
}

/**
 * Returns the ids that a search finds in editorial order. Sorts small rows by the index of their container
 * in `order`; the read's time limit bounds their number.
 */
export async function findInEditorialOrder(
  db: ProjectDb,
  query: KbSearch,
  { order, offset, limit }: { order: readonly string[]; offset: number; limit: number },
): Promise<string[]> {
  const records = await rows(db, articlesOf.kb).aggregate<Document & { _id: string }>(
    searchCondition(query),
    [
      { $project: { shelf: '$live.shelf', position: '$live.position', created_at: 1 } },
      { $set: { shelf: { $indexOfArray: [[...order], '$shelf'] } } },
      { $sort: { shelf: 1, position: 1, created_at: 1, _id: 1 } },
      { $skip: offset },
      { $limit: limit },
      { $project: { _id: 1 } },
    ],
  );
  return records.map(({ _id }) => _id);
}

/** Counts what a search finds, up to `cap`. */
export function countSearch(db: ProjectDb, query: KbSearch, cap: number): Promise<number> {
  return rows(db, articlesOf.kb).count(searchCondition(query), cap);
}

export async function findListRecords(db: ProjectDb, ids: readonly string[]): Promise<ListedKbRecord[]> {
  if (ids.length === 0) return [];
  const records = await rows(db, articlesOf.kb).find(
    { module: 'kb', _id: { $in: [...ids] } },
    { projection: listedFields },
  );
  return records as unknown as ListedKbRecord[]; // module and projection determine the type
}

/**
 * Returns how far the published count of each container is behind: 1 more for each article that has started and 1 less
 * for each that has ended before its event was emitted. Usually empty. Each half names its index: MongoDB 6.0 reads
 * every live article of the project for `$or`.
 */
export async function pendingCountsByContainer(
  db: ProjectDb,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const countByContainer = (filter: object, hint: string, step: 1 | -1) =>
    rows(db, articlesOf.kb).aggregate<Document & { _id: string; count: number }>(
      { module: 'kb', ...filter },
      [{ $group: { _id: '$live.shelf', count: { $sum: step } } }],
      { hint },
    );
  // One after the other: a read of the dashboard has at most three commands under way.
  const startedCounts = await countByContainer(overdue(now), 'coming', 1);
  const endedCounts = await countByContainer({ status: 'published', ...ended(now) }, 'coming_ends', -1);
  const counts = new Map<string, number>();
  for (const { _id, count } of [...startedCounts, ...endedCounts])
    counts.set(_id, (counts.get(_id) ?? 0) + count);
  return counts;
}

/** Counts articles by container for previews; stored counts are of what readers see now. */
export async function countVisibleByContainer(
  db: ProjectDb,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const containerCounts = await rows(db, articlesOf.kb).aggregate<Document & { _id: string; count: number }>(
    visibleArticles(now),
    [{ $group: { _id: '$live.shelf', count: { $sum: 1 } } }],
  );
  return new Map(containerCounts.map(({ _id, count }) => [_id, count]));
}

/** Returns the highest position in a container, including drafts. */
export async function lastPositionIn(db: ProjectDb, containerId: string): Promise<number | null> {
  const [last] = await rows(db, articlesOf.kb).find(
    { module: 'kb', 'draft.shelf': containerId },
    { sort: { 'draft.position': -1 }, limit: 1, projection: { 'draft.position': 1 } },
  );
  // Module and projection determine the type.
  return (last as unknown as KbArticleRecord | undefined)?.draft.position ?? null;
}

/** An article in the error that protects its container. */
type ContainedArticle = Pick<ArticleRecord<ArticleValues>, '_id' | 'slug' | VisiblePeriodPath> & {
  draft: Pick<ArticleValues, 'title'>;
  live: Pick<ArticleValues, 'title'> | null;
};

/** Returns articles in any state that have a value in a container, without bodies. */
export async function findWithContainer(
  db: ProjectDb,
  containerId: string,
  limit: number,
): Promise<ContainedArticle[]> {
  const inContainer = {
    $or: [
      ...['draft.shelf', 'live.shelf', 'pending.values.shelf'].map((path) => ({ [path]: containerId })),
      { shared_uses: `shelf:${containerId}` },
    ],
  };
  const projection = { slug: 1, ...visiblePeriodProjection, 'draft.title': 1, 'live.title': 1 };
  return rows(db, articlesOf.kb).find(
    { module: 'kb', ...inContainer },
    { sort: { _id: 1 }, limit, projection },
  );
}

/** Stores that an editor confirmed an article, without changing its content. */
export async function storeReview(
  db: ProjectDb,
  id: string,
  review: ReviewState & Pick<KbArticleRecord, 'locale_reviews'>,
): Promise<void> {
  await rows(db, articlesOf.kb).updateOne({ _id: id }, { $set: review as object });
}

/** Recomputes the review dates of articles without their own interval. */
export async function redateReviews(db: ProjectDb, intervalDays: number): Promise<void> {
  const ownInterval = { $ifNull: ['$live.review_interval_days', '$draft.review_interval_days'] };
  const editedAt = { $ifNull: ['$live_updated_at', '$updated_at'] };
  const since = { $max: [editedAt, '$last_reviewed_at'] };
  const after = (days: number) => ({ $add: [since, days * dayMs] });
  const withoutInterval = {
    module: 'kb' as const,
    $expr: { $eq: [{ $ifNull: [ownInterval, null] }, null] },
  };
  const dates = [{ $set: { aging_at: after(intervalDays / 2), review_due_at: after(intervalDays) } }];
  await rows(db, articlesOf.kb).updateMany(withoutInterval, dates);
  await openLocaleRows(db).updateMany(withoutInterval, dates);
}

export async function findStale(db: ProjectDb, now: Date, limit: number): Promise<KbArticleRecord[]> {
  const projection = { slug: 1, 'draft.title': 1, review_due_at: 1 };
  const records = await rows(db, articlesOf.kb).find(articlesWithFreshness('stale', now), {
    sort: { review_due_at: 1 },
    limit,
    projection,
  });
  return records as unknown as KbArticleRecord[]; // module and projection determine the type
}

export function countStale(db: ProjectDb, now: Date, cap: number): Promise<number> {
  return rows(db, articlesOf.kb).count(articlesWithFreshness('stale', now), cap);
}
