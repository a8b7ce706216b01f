import type { Filter } from 'mongodb';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { PreviewStatus } from '../../../contract/drafts.ts';
import { hasMoreWords, type SearchFilter } from '../../../contract/text/words.ts';
import type { ArticleModule } from '../module.ts';
import { type AnyArticle, articles, articlesOf, type ListedArticle, listedFields } from './repository.ts';
import type { ArticleValues } from './schema.ts';
import { inStatus, newestFirst, visible, visibleFrom } from '../../../lifecycle/index.ts';

export interface LiveQuery {
  now: Date;
  /** All of them have to match. */
  facets: readonly string[];
  /** The condition that `searchOf` made from `q`. */
  search: SearchFilter | null;
  /** The states of a list of drafts; null for all. */
  statuses: readonly PreviewStatus[] | null;
  /** The position after which the page begins. */
  after: { liveAt: Date; id: string } | null;
  limit: number;
}

function liveFilter<V extends ArticleValues>(
  { module }: ArticleModule<V>,
  { now, facets, search, statuses, after }: Omit<LiveQuery, 'limit'>,
): Filter<AnyArticle> {
  return {
    module,
    ...visibleFrom(now, after),
    ...(facets.length === 0 ? {} : { facets: { $all: [...facets] } }),
    ...search,
    ...(statuses === null ? {} : { $and: [inStatus(statuses, now)] }),
  };
}

/** Returns live articles, newest first. */
export async function findLive<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  query: LiveQuery,
): Promise<ListedArticle<V>[]> {
  const records = await rows(db, articlesOf[module.module]).find(liveFilter(module, query), {
    projection: listedFields,
    sort: newestFirst,
    limit: query.limit,
  });
  return records as unknown as ListedArticle<V>[]; // the projection omits draft and body
}

/** Counts live articles, up to `cap`. */
export function countLive<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { cap, ...query }: Omit<LiveQuery, 'limit' | 'after'> & { cap: number },
): Promise<number> {
  return rows(db, articlesOf[module.module]).count(liveFilter(module, { ...query, after: null }), cap);
}

/** For each word, counts the live and scheduled articles with a word that begins with it, up to `cap`. */
export function countByPrefix<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  words: readonly string[],
  cap: number,
): Promise<number[]> {
  const filters = words.map((word) => ({ module, words: { $regex: `^${word}` } }));
  return rows(db, articlesOf[module]).countEach(filters, cap);
}

/** Whether an article has more words than the index contains. */
export async function hasArticlesWithMoreWords<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
): Promise<boolean> {
  return (await rows(db, articlesOf[module]).count({ module, ...hasMoreWords }, 1)) > 0;
}

/** Counts live articles of each module for each facet; reads only index keys. */
export async function countByFacet(
  db: ProjectDb,
  {
    facets,
    modules,
    now,
  }: { facets: readonly string[]; modules: readonly AnyArticle['module'][]; now: Date },
): Promise<Map<string, number>> {
  const pairs = facets.flatMap((facet) => modules.map((module) => ({ facet, module })));
  const [only, ...others] = modules;
  const pairCounts = await rows(
    db,
    only === undefined || others.length > 0 ? articles : articlesOf[only],
  ).countEach(pairs.map(({ facet, module }) => ({ module, facets: facet, ...visible(now) })));
  const counts = new Map<string, number>();
  pairs.forEach(({ facet }, i) => counts.set(facet, (counts.get(facet) ?? 0) + (pairCounts[i] ?? 0)));
  return counts;
}
