import { dayMs } from '../../../contract/time.ts';
import { slugFamily } from '../../../contract/text/slugs.ts';
import type { DueItem, DueQuery } from '../../../core/context/index.ts';
import {
  type CollectionSpec,
  dueIndexes,
  grantedBy,
  namedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
  type SystemDb,
  type Within,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import type { ArticleModule } from '../module.ts';
import { localeRowsName } from './names.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import {
  draftsAsLive,
  draftsInLocales,
  findDueRows,
  hasReview,
  itemsAsOf,
  nextDateOf,
  reviewIndex,
  type VisiblePeriodPath,
  visiblePeriodProjection,
  usedDates,
} from '../../../lifecycle/index.ts';

/** An article of either module, with the fields that both have. */
export type AnyArticle = ArticleRecord<ArticleValues>;

/**
 * Indexes for the knowledge base only: articles of a container in order, and articles that are due for
 * review.
 */
const containerIndexes = [
  {
    project_id: 1,
    module: 1,
    'live.shelf': 1,
    'live.position': 1,
    created_at: 1,
    _id: 1,
    ...visiblePeriodProjection,
  },
  { project_id: 1, module: 1, 'draft.shelf': 1, 'draft.position': -1 },
  { project_id: 1, module: 1, aging_at: 1, review_due_at: 1 },
] as const;

/** The facets of other values than the live ones, by which lists in previews filter. */
function facetsOf(path: 'draft' | 'live') {
  const names = Object.entries({ author: 'authors', category: 'categories', tag: 'tags' });
  return {
    $concatArrays: names.map(([name, key]) => ({
      $map: { input: { $ifNull: [`$${path}.${key}`, []] }, in: { $concat: [`${name}:`, '$$this'] } },
    })),
  };
}

/** The review dates of knowledge base articles after a scheduled change, as `reviewDates` computes them. */
function reviewDatesAfter(defaultDays: number) {
  const intervalMs = { $multiply: [{ $ifNull: ['$live.review_interval_days', defaultDays] }, dayMs] };
  const since = { $max: ['$live_updated_at', '$last_reviewed_at'] };
  const inKb = (value: unknown) => ({ $cond: [{ $eq: ['$module', 'kb'] }, value, '$$REMOVE'] });
  return {
    aging_at: inKb({ $add: [since, { $divide: [intervalMs, 2] }] }),
    review_due_at: inKb({ $add: [since, intervalMs] }),
  };
}

const articleCollection = projectCollection<AnyArticle>(
  'articles',
  [
    { key: { project_id: 1, module: 1, slug: 1 }, unique: true },
    {
      key: { project_id: 1, module: 1, locale_slugs: 1 },
      partialFilterExpression: { locale_slugs: { $exists: true } },
    },
    {
      key: { project_id: 1, shared_uses: 1, _id: 1 },
      partialFilterExpression: { shared_uses: { $exists: true } },
    },
    { key: { project_id: 1, module: 1, live_at: -1, _id: 1, live_until: 1 }, name: 'newest_seen' },
    { key: { project_id: 1, module: 1, facets: 1, live_at: -1, _id: 1, live_until: 1 }, name: 'facets_seen' },
    { key: { project_id: 1, module: 1, words: 1, live_at: -1, _id: 1, live_until: 1 }, name: 'words_seen' },
    { key: { project_id: 1, refs: 1, _id: 1 } },
    ...dueIndexes,
    {
      key: { project_id: 1, module: 1, 'translation.keys': 1, 'translation.at': -1, _id: -1 },
      name: 'translations',
      partialFilterExpression: { 'translation.keys': { $exists: true } },
    },
    { key: { project_id: 1, ...reviewIndex, _id: -1 }, name: 'reviews', partialFilterExpression: hasReview },
    { key: { project_id: 1, module: 1, updated_at: -1, _id: -1 } },
    {
      key: { project_id: 1, module: 1, 'pending.values.shelf': 1 },
      partialFilterExpression: { 'pending.values.shelf': { $exists: true } },
    },
    ...containerIndexes.map((key) => ({ key, partialFilterExpression: { module: 'kb' } })),
  ],
  {
    drafts: [...draftsAsLive, ...draftsInLocales, { $set: { facets: facetsOf('draft') } }],
    asOf: ({ at, reviewIntervalDays }) =>
      itemsAsOf(at, [{ $set: { facets: facetsOf('live'), ...reviewDatesAfter(reviewIntervalDays) } }]),
  },
);

/** The stages that show the values of a row without those of other locales. */
const ownValues = [
  {
    $set: {
      live: { $ifNull: ['$own', '$live'] },
      words: { $ifNull: ['$own_words.words', '$words'] },
      more_words: { $cond: ['$own_words', '$own_words.more_words', '$more_words'] },
      fallbacks: '$$REMOVE',
    },
  },
  { $set: { facets: facetsOf('live') } },
];

/** The indexes from before they contained the end. */
const replacedIndexes = [
  'project_id_1_module_1_live_at_-1__id_1',
  'project_id_1_module_1_facets_1_live_at_-1__id_1',
  'project_id_1_module_1_words_1_live_at_-1__id_1',
  'project_id_1_module_1_live.shelf_1_live.position_1_created_at_1__id_1_live_at_1',
];

const grantedArticles: CollectionSpec<AnyArticle, ProjectDb> = grantedBy(
  { ...articleCollection, replacedIndexes, localeRows: localeRowsName, ownValues },
  { areas: ['blog'], rows: { module: 'blog' } },
  { areas: ['kb'], rows: { module: 'kb' } },
);

const ofBlog = ['art_', 'blog', 'blog-counts', 'blog-counts:'];
const ofKb = ['kba_', 'kb', 'kb-counts', 'kb-counts:'];

export const articles = namedBy(ofModules(grantedArticles, 'blog', 'kb'), ...ofBlog, ...ofKb);

/** The articles of one module. Cached reads of one module stay valid when the other one changes. */
export const articlesOf = {
  blog: namedBy(ofModules(grantedArticles, 'blog'), ...ofBlog),
  kb: namedBy(ofModules(grantedArticles, 'kb'), ...ofKb),
} as const;

/** Lists read everything except the draft, the body and the index fields. */
export const listedFields = {
  draft: 0,
  pending: 0,
  'live.body': 0,
  words: 0,
  more_words: 0,
  refs: 0,
  live_refs: 0,
  locales: 0,
  shared_live: 0,
  translation: 0,
  own: 0,
  own_draft: 0,
  own_words: 0,
};

export type ListedArticle<V extends ArticleValues> = Omit<ArticleRecord<V>, 'draft' | 'live' | 'pending'> & {
  live: Omit<V, 'body'> | null;
  /** Of a row of a locale: its article. */
  id?: string;
  locale?: string;
  fallbacks?: Readonly<Record<string, string>>;
};

/**
 * Finds an article by id or slug: ids contain an underscore, slugs don't.
 * @param inLocales - whether to look for the slug in further locales too
 */
export async function findArticle<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  slugOrId: string,
  inLocales = true,
): Promise<ArticleRecord<V> | null> {
  const find = async (filter: Within<AnyArticle>) =>
    (await rows(db, articlesOf[module]).findOne({ module, ...filter })) as ArticleRecord<V> | null; // the module determines V
  if (slugOrId.includes('_')) return find({ _id: slugOrId });
  const record = await find({ slug: slugOrId });
  return record === null && inLocales ? find({ locale_slugs: slugOrId }) : record;
}

/** The article of any module with this id. */
export function findArticleById(db: ProjectDb, id: string): Promise<AnyArticle | null> {
  return rows(db, articles).findOne({ _id: id });
}

export function insertArticle<V extends ArticleValues>(
  db: ProjectDb,
  record: ArticleRecord<V>,
): Promise<void> {
  return rows(db, articles).insertOne(record);
}

/** Keys of articles in several locales that a change can remove. */
const localeKeys = [
  ...(['locales', 'shared_live', 'is_default_empty', 'locale_slugs'] as const),
  ...(['shared_uses', 'locale_reviews', 'translation'] as const),
];

/**
 * Updates an article; additional keys of the module, such as votes, stay.
 * @returns false if `before` is not the newest state
 */
export function updateArticle<V extends ArticleValues>(
  db: ProjectDb,
  before: ArticleRecord<V>,
  after: ArticleRecord<V>,
): Promise<boolean> {
  const { _id, ...rest } = after;
  const optionalKeys = [...usedDates, ...localeKeys, 'review', 'contributors'] as const;
  const removedKeys = optionalKeys.filter((key) => before[key] !== undefined && after[key] === undefined);
  const $unset = Object.fromEntries(removedKeys.map((key) => [key, true as const]));
  const update = { $set: rest as object, ...(removedKeys.length > 0 ? { $unset } : {}) };
  return rows(db, articles).updateOne({ _id, revision: before.revision }, update);
}

export function countArticles(db: ProjectDb): Promise<number> {
  return rows(db, articles).count({}, Number.MAX_SAFE_INTEGER);
}

export function deleteArticle(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, articles).deleteOne({ _id: id });
}

/** Returns the slugs of other articles, in any locale, that a slug made from `base` can't have. */
export async function takenSlugs<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  base: string,
  ownId = '',
): Promise<Set<string>> {
  const family = slugFamily(base);
  const find = (filter: Within<AnyArticle>) =>
    rows(db, articles).find({ module, ...filter }, { projection: { slug: 1, locale_slugs: 1 } });
  // One after the other, each from its index: MongoDB 6.0 reads all articles for `$or`.
  const bySlug = await find({ slug: { $in: family } });
  const inLocales = await find({ locale_slugs: { $in: family } });
  const others = [...bySlug, ...inLocales].filter(({ _id }) => _id !== ownId);
  return new Set(others.flatMap(({ slug, locale_slugs: further = [] }) => [slug, ...further]));
}

/** Returns the next date at which an article of the modules appears or changes in the default locale, or null. */
export function nextLiveAt(
  db: ProjectDb,
  modules: readonly AnyArticle['module'][],
  now: Date,
): Promise<Date | null> {
  return nextDateOf(rows(db, articles), now, { module: { $in: [...modules] } });
}

/** An article with its project, for reads across projects. */
type OwnedArticle = AnyArticle & { project_id: string };

/** Returns articles of all projects that have something due, earliest first. */
export async function findDueArticles<V extends ArticleValues>(
  system: SystemDb,
  { module }: ArticleModule<V>,
  query: DueQuery,
): Promise<DueItem[]> {
  const allArticles = unscopedRows(system, articles as CollectionSpec<OwnedArticle>);
  const dueRows = await findDueRows(allArticles, query, { module });
  return dueRows.map(({ _id: id, project_id: projectId, at }) => ({
    projectId,
    releaseId: null,
    id,
    at,
    row: id,
  }));
}

/** Returns the title, slug and state of articles, for links and references. */
export function findTitles<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  ids: readonly string[],
): Promise<ArticleTitle[]> {
  const keys = { periods: 1, ...rowKeysProjection };
  const projection = { slug: 1, ...visiblePeriodProjection, 'live.title': 1, 'live.slug': 1, ...keys };
  const filter: Within<AnyArticle> = { module, [db.readsLocaleRows ? 'id' : '_id']: { $in: [...ids] } };
  return rows(db, articlesOf[module]).find(filter, { projection });
}

/** The keys of rows of a locale that decide whether their values are derived again; documents don't have them. */
export const rowKeysProjection = { id: 1, locale: 1, basis: 1, valid_until: 1, fallbacks: 1 } as const;

type ArticleTitle = Pick<AnyArticle, '_id' | 'slug' | 'live' | 'periods' | VisiblePeriodPath>;

/** Articles of any module by id. */
export function findAnyArticles(db: ProjectDb, ids: readonly string[]): Promise<AnyArticle[]> {
  return rows(db, articles).find({ _id: { $in: [...ids] } }, {});
}

/** Articles of a module by id, as they are stored. */
export async function findArticles<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  ids: readonly string[],
): Promise<ArticleRecord<V>[]> {
  const records = await rows(db, articlesOf[module]).find({ module, _id: { $in: [...ids] } }, {});
  return records as unknown as ArticleRecord<V>[]; // the module determines V
}

/** The next articles after a slug. */
export function findArticlesAfter<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  { after, limit }: { after: string; limit: number },
): Promise<ArticleRecord<V>[]> {
  const filter = { module, slug: { $gt: after } };
  const page = rows(db, articlesOf[module]).find(filter, { sort: { slug: 1 }, limit });
  return page as unknown as Promise<ArticleRecord<V>[]>; // the module determines V
}
