import type { Document } from 'mongodb';
import { openRowsAsArticles } from '../../articles/store/locale-repository.ts';
import { articles } from '../../articles/store/repository.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { articlesWithFreshness } from '../articles/repository.ts';
import type { KbArticleRecord } from '../articles/schema.ts';
import { type Freshness, freshnessStates } from '../freshness.ts';
import { type VotedLocale, votesIn, voteTotals } from '../votes/repository.ts';
import type { VoteTotalsRecord } from '../votes/schema.ts';
import type { VoteOrder } from './schema.ts';
import { type VisiblePeriodPath, visiblePeriodPaths } from '../../../lifecycle/index.ts';

/** The keys of an article that the editor's lists read. */
export type EditorListArticle = Pick<
  KbArticleRecord,
  | '_id'
  | 'slug'
  | 'status'
  | VisiblePeriodPath
  | 'updated_at'
  | 'last_reviewed_at'
  | 'aging_at'
  | 'review_due_at'
> & {
  draft: Pick<KbArticleRecord['draft'], 'title' | 'shelf' | 'position'>;
  /** Whether the draft differs from what is live. */
  is_changed: boolean;
  /** From the live values, or else the draft; null for the project's interval. */
  interval_days: number | null;
  /** The id of the locale of the title; absent in projects with one locale, and without any title. */
  title_locale?: string;
};

/** Which titles a list shows. */
export interface ListTitles {
  /** The ids of all locales: those of the shown one and its fallbacks first. */
  ids: readonly string[];
  defaultId: string;
  /** The id of the shown locale; null for the default one. */
  furtherId: string | null;
}

const freshnessPaths = ['aging_at', 'review_due_at'] as const;

interface PageBounds {
  skip: number;
  limit: number;
}

const intervalKey = 'review_interval_days';

/** The stage that reads an article of a list. */
function rowStage(more: Document = {}): Document {
  const paths = [
    'slug',
    'status',
    ...visiblePeriodPaths,
    'updated_at',
    'last_reviewed_at',
    ...freshnessPaths,
  ];
  return {
    $project: {
      ...Object.fromEntries(paths.map((key) => [key, 1])),
      draft: { title: '$draft.title', shelf: '$draft.shelf', position: '$draft.position' },
      is_changed: { $ne: ['$draft', '$live'] },
      interval_days: {
        $ifNull: [
          { $cond: [{ $eq: ['$live', null] }, `$draft.${intervalKey}`, `$live.${intervalKey}`] },
          null,
        ],
      },
      ...more,
    },
  };
}

/** An article in a further locale, with the last change that its readers noticed. Without content, it has no dates. */
export type LocaleListArticle = Omit<EditorListArticle, 'live_at'> & {
  live_at?: Date | null;
  changed_at?: Date;
};

/**
 * Returns articles in any state by container, from an index; within a container, the last one first.
 * @param titles - null in projects with one locale
 */
export function findAll(
  db: ProjectDb,
  limit: number,
  titles: ListTitles | null,
): Promise<LocaleListArticle[]> {
  return rows(db, articles).aggregate<LocaleListArticle>({ module: 'kb' }, [
    { $sort: { 'draft.shelf': 1, 'draft.position': -1 } },
    { $limit: limit },
    ...listStages(titles),
  ]);
}

/** The stages that read articles of a list in its locale. */
function listStages(titles: ListTitles | null): Document[] {
  if (titles === null) return [rowStage()];
  const { ids, defaultId, furtherId } = titles;
  const input = ids.map((id) => ({
    locale: id,
    title: id === defaultId ? '$draft.title' : `$locales.${id}.draft.title`,
  }));
  const named = { $first: { $filter: { input, cond: { $gt: ['$$this.title', ''] } } } };
  const draft = {
    title: { $ifNull: ['$named.title', ''] },
    shelf: '$draft.shelf',
    position: '$draft.position',
  };
  const more = { draft, title_locale: '$named.locale' };
  return [{ $set: { named } }, ...(furtherId === null ? [rowStage(more)] : localeStages(furtherId, more))];
}

/** The stages that read the state and the dates of a further locale. */
function localeStages(id: string, more: Document): Document[] {
  const own = `$locales.${id}`;
  const state = {
    slug: { $ifNull: [`${own}.draft.slug`, '$slug'] },
    status: { $ifNull: [`${own}.status`, 'draft'] },
    ...Object.fromEntries(visiblePeriodPaths.map((path) => [path, `${own}.${path}`])),
    changed_at: { $ifNull: [`${own}.live_updated_at`, '$$REMOVE'] },
    last_reviewed_at: { $ifNull: [`$locale_reviews.${id}`, null] },
    is_changed: { $ne: [`${own}.draft`, `${own}.live`] },
  };
  const commonPaths = [...freshnessPaths, 'updated_at'];
  return [
    { $set: { interval_days: { $ifNull: ['$live.review_interval_days', '$draft.review_interval_days'] } } },
    {
      $project: {
        ...Object.fromEntries(commonPaths.map((path) => [path, 1])),
        interval_days: 1,
        ...state,
        ...more,
      },
    },
  ];
}

/** Returns ids, positions and slugs of a container's articles, in any state. */
export function findInContainer(db: ProjectDb, containerId: string): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>({ module: 'kb', 'draft.shelf': containerId }, [
    rowStage(),
  ]);
}

/** Counts articles in any state by container; reads only index keys. */
export async function countByContainer(db: ProjectDb): Promise<ReadonlyMap<string, number>> {
  const containerCounts = await rows(db, articles).aggregate<Document & { _id: string; count: number }>(
    { module: 'kb' },
    [{ $group: { _id: '$draft.shelf', count: { $sum: 1 } } }],
  );
  return new Map(containerCounts.map(({ _id, count }) => [_id, count]));
}

interface FreshnessQuery {
  now: Date;
  /** The id of a further locale; null for the default one. */
  locale: string | null;
}

/** The articles of a locale, with their dates there: rows, or articles for the default locale. */
function datedRows(db: ProjectDb, locale: string | null) {
  return locale === null
    ? { collection: rows(db, articles), inLocale: {} }
    : { collection: openRowsAsArticles(db), inLocale: { locale } };
}

/** Returns the ids of live articles with one freshness, by the date of their next review. */
export async function findReviews(
  db: ProjectDb,
  { freshness, now, locale }: FreshnessQuery & { freshness: Freshness },
  { skip, limit }: PageBounds,
): Promise<string[]> {
  const { collection, inLocale } = datedRows(db, locale);
  const filter = { ...articlesWithFreshness(freshness, now), ...inLocale };
  const projection = { _id: locale === null ? 1 : '$id' };
  const reviews = await collection.find(filter, {
    sort: { review_due_at: 1, _id: 1 },
    skip,
    limit,
    projection,
  });
  return reviews.map(({ _id }) => _id);
}

/** Counts live articles of each freshness, up to `cap`. */
export async function countByFreshness(
  db: ProjectDb,
  { now, locale }: FreshnessQuery,
  cap: number,
): Promise<Record<Freshness, number>> {
  const { collection, inLocale } = datedRows(db, locale);
  const filters = freshnessStates.map((freshness) => ({
    ...articlesWithFreshness(freshness, now),
    ...inLocale,
  }));
  const [fresh = 0, aging = 0, stale = 0] = await collection.countEach(filters, cap);
  return { fresh, aging, stale };
}

/**
 * Returns the lower bound of the share of helpful or unhelpful votes with 95 % certainty (Wilson's interval): two
 * bad votes out of two mean less than forty out of sixty.
 */
function lowerBoundOfShare(kind: 'helpful' | 'not_helpful'): Document {
  const z = 1.96;
  const share = { $divide: [`$${kind}`, '$n'] };
  const deviation = {
    $sqrt: {
      $add: [
        { $divide: [{ $multiply: [share, { $subtract: [1, share] }] }, '$n'] },
        { $divide: [z ** 2 / 4, { $multiply: ['$n', '$n'] }] },
      ],
    },
  };
  return {
    $divide: [
      { $subtract: [{ $add: [share, { $divide: [z ** 2 / 2, '$n'] }] }, { $multiply: [z, deviation] }] },
      { $add: [1, { $divide: [z ** 2, '$n'] }] },
    ],
  };
}

const scores: Readonly<Record<VoteOrder, Document | string>> = {
  worst: lowerBoundOfShare('not_helpful'),
  best: lowerBoundOfShare('helpful'),
  most: '$n',
};

/** Returns the totals of articles with votes: of one locale, or of all locales together. */
export function findVoteTotals(
  db: ProjectDb,
  { order, locale }: { order: VoteOrder; locale: VotedLocale },
  { skip, limit }: PageBounds,
): Promise<VoteTotalsRecord[]> {
  return rows(db, voteTotals).aggregate<VoteTotalsRecord>(votesIn(locale), [
    {
      $group: {
        _id: { $first: { $split: ['$_id', '/'] } },
        helpful: { $sum: '$helpful' },
        not_helpful: { $sum: '$not_helpful' },
      },
    },
    { $set: { n: { $add: ['$helpful', '$not_helpful'] } } },
    { $match: { n: { $gt: 0 } } },
    { $set: { score: scores[order] } },
    { $sort: { score: -1, n: -1, _id: 1 } },
    { $skip: skip },
    { $limit: limit },
  ]);
}

/** Returns articles in the locale of the list. */
export function findByIds(
  db: ProjectDb,
  ids: readonly string[],
  titles: ListTitles | null,
): Promise<LocaleListArticle[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const filter = { module: 'kb' as const, _id: { $in: [...ids] } };
  return rows(db, articles).aggregate<LocaleListArticle>(filter, listStages(titles));
}
