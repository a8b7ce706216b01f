import type { Filter } from 'mongodb';
import { slugFamily } from '../contract/slugs.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import type { ArticleModule } from './module.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import type { SearchFilter } from '../contract/words.ts';

type AnyArticle = ArticleRecord<ArticleValues>;

/** What only the knowledge base asks for: what stands on a shelf, in order, and what is due for review. */
const shelfIndexes = [
  {
    project_id: 1,
    module: 1,
    'live.shelf': 1,
    'live.position': 1,
    created_at: 1,
    _id: 1,
    live_at: 1,
  },
  { project_id: 1, module: 1, 'draft.shelf': 1, 'draft.position': -1 },
  { project_id: 1, module: 1, aging_at: 1, review_due_at: 1 },
] as const;

export const articles = projectCollection<AnyArticle>('articles', [
  { key: { project_id: 1, module: 1, slug: 1 }, unique: true },
  { key: { project_id: 1, module: 1, live_at: -1, _id: 1 } },
  { key: { project_id: 1, module: 1, facets: 1, live_at: -1, _id: 1 } },
  { key: { project_id: 1, module: 1, words: 1, live_at: -1, _id: 1 } },
  { key: { project_id: 1, refs: 1, _id: 1 } },
  { key: { status: 1, live_at: 1 }, partialFilterExpression: { status: 'scheduled' } },
  ...shelfIndexes.map((key) => ({ key, partialFilterExpression: { module: 'kb' } })),
]);

/** What a list needs of an article: all but the draft, the body and the index fields. */
export const listedFields = { draft: 0, 'live.body': 0, words: 0, refs: 0, live_refs: 0 };

/** An article as `findLive` reads it. */
export type ListedArticle<V extends ArticleValues> = Omit<ArticleRecord<V>, 'draft' | 'live'> & {
  live: Omit<V, 'body'> | null;
};

/** By id or by slug: an id has an underscore, a slug has none. */
export async function findArticle<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  slugOrId: string,
): Promise<ArticleRecord<V> | null> {
  const one = slugOrId.includes('_') ? { _id: slugOrId } : { slug: slugOrId };
  return (await rows(db, articles).findOne({ module, ...one })) as ArticleRecord<V> | null; // the module says which V
}

export function insertArticle<V extends ArticleValues>(
  db: ProjectDb,
  record: ArticleRecord<V>,
): Promise<void> {
  return rows(db, articles).insertOne(record);
}

/** Keys that a module keeps in the row beside these (votes, say) stay. Answers false when `before` is not the newest. */
export function updateArticle<V extends ArticleValues>(
  db: ProjectDb,
  before: ArticleRecord<V>,
  after: ArticleRecord<V>,
): Promise<boolean> {
  const { _id, ...rest } = after;
  return rows(db, articles).updateOne({ _id, revision: before.revision }, { $set: rest as object });
}

export function deleteArticle(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, articles).deleteOne({ _id: id });
}

/** Slugs that stand in the way of a slug made from `base`. */
export async function takenSlugs<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  base: string,
): Promise<Set<string>> {
  const filter = { module, slug: { $in: slugFamily(base) } };
  const found = await rows(db, articles).find(filter, { projection: { slug: 1 } });
  return new Set(found.map((record) => record.slug));
}

export interface LiveQuery {
  now: Date;
  /** All of them must be there. */
  facets: readonly string[];
  /** What `searchFilter` made of `q`. */
  search: SearchFilter | null;
  /** The place behind which the page begins. */
  after: { liveAt: Date; id: string } | null;
  limit: number;
}

function liveFilter<V extends ArticleValues>(
  { module }: ArticleModule<V>,
  { now, facets, search, after }: Omit<LiveQuery, 'limit'>,
): Filter<AnyArticle> {
  const newest = after !== null && after.liveAt < now ? after.liveAt : now;
  return {
    module,
    live_at: { $lte: newest },
    ...(facets.length === 0 ? {} : { facets: { $all: [...facets] } }),
    ...search,
    ...(after === null ? {} : { $or: [{ live_at: { $lt: after.liveAt } }, { _id: { $gt: after.id } }] }),
  };
}

/** What readers see, newest first. */
export async function findLive<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  query: LiveQuery,
): Promise<ListedArticle<V>[]> {
  const found = await rows(db, articles).find(liveFilter(module, query), {
    projection: listedFields,
    sort: { live_at: -1, _id: 1 },
    limit: query.limit,
  });
  return found as unknown as ListedArticle<V>[]; // the projection takes the draft and the body away
}

/** How many readers see in all; counting stops at `cap`. */
export function countLive<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { cap, ...query }: Omit<LiveQuery, 'limit' | 'after'> & { cap: number },
): Promise<number> {
  return rows(db, articles).count(liveFilter(module, { ...query, after: null }), cap);
}

/** How many live or scheduled articles have each of the words, as a beginning; counting stops at `cap`. */
export function countBeginnings<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  words: readonly string[],
  cap: number,
): Promise<number[]> {
  const filters = words.map((word) => ({ module, words: { $regex: `^${word}` } }));
  return rows(db, articles).countEach(filters, cap);
}

/** When the next scheduled article of the modules appears, or null. */
export async function nextLiveAt(
  db: ProjectDb,
  modules: readonly AnyArticle['module'][],
  now: Date,
): Promise<Date | null> {
  const filter = { module: { $in: [...modules] }, live_at: { $gt: now } };
  const options = { sort: { live_at: 1, _id: -1 }, projection: { live_at: 1 } } as const;
  return (await rows(db, articles).findOne(filter, options))?.live_at ?? null;
}

export interface UseQuery {
  id: string;
  /** Only articles that readers see, by what they see. */
  liveAt: Date | null;
  /** The field that must hold the id; any when left out. */
  field?: string;
  /** The article behind which the page begins. */
  after?: string | null;
}

function useFilter({ id, liveAt, field, after }: UseQuery): Filter<AnyArticle> {
  const inField =
    liveAt === null
      ? { $or: [{ [`draft.${field}`]: id }, { [`live.${field}`]: id }] }
      : { [`live.${field}`]: id };
  return {
    refs: id,
    ...(liveAt === null ? {} : { live_refs: id, live_at: { $lte: liveAt } }),
    ...(field === undefined ? {} : inField),
    ...(after == null ? {} : { _id: { $gt: after } }),
  };
}

/** Articles of both modules that point at something, by id. */
export function findUses(db: ProjectDb, query: UseQuery, limit: number): Promise<AnyArticle[]> {
  return rows(db, articles).find(useFilter(query), { sort: { _id: 1 }, limit, projection: { words: 0 } });
}

export function countUses(db: ProjectDb, query: UseQuery, cap: number): Promise<number> {
  return rows(db, articles).count(useFilter(query), cap);
}

/** How many live articles of each module have each of the facets; index keys alone are read. */
export async function countByFacet(
  db: ProjectDb,
  {
    facets,
    modules,
    now,
  }: { facets: readonly string[]; modules: readonly AnyArticle['module'][]; now: Date },
): Promise<Map<string, number>> {
  const asked = facets.flatMap((facet) => modules.map((module) => ({ facet, module })));
  const counted = await rows(db, articles).countEach(
    asked.map(({ facet, module }) => ({ module, facets: facet, live_at: { $lte: now } })),
  );
  const counts = new Map<string, number>();
  asked.forEach(({ facet }, i) => counts.set(facet, (counts.get(facet) ?? 0) + (counted[i] ?? 0)));
  return counts;
}

/** What links and references show of articles: title, slug and state. */
export function findTitles<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  ids: readonly string[],
): Promise<Pick<AnyArticle, '_id' | 'slug' | 'live' | 'live_at'>[]> {
  const projection = { slug: 1, live_at: 1, 'live.title': 1 };
  return rows(db, articles).find({ module, _id: { $in: [...ids] } }, { projection });
}
