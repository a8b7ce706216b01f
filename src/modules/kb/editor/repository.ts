import type { Document } from 'mongodb';
import { articles } from '../../articles/store/repository.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { articlesWithFreshness } from '../articles/repository.ts';
import type { KbArticleRecord } from '../articles/schema.ts';
import { type Freshness, freshnessStates } from '../freshness.ts';
import { voteTotals } from '../votes/repository.ts';
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
};

interface PageBounds {
  skip: number;
  limit: number;
}

const intervalKey = 'review_interval_days';
const rowStages: readonly Document[] = [
  {
    $project: {
      ...Object.fromEntries(
        [
          'slug',
          'status',
          ...visiblePeriodPaths,
          'updated_at',
          'last_reviewed_at',
          'aging_at',
          'review_due_at',
        ].map((key) => [key, 1]),
      ),
      draft: { title: '$draft.title', shelf: '$draft.shelf', position: '$draft.position' },
      is_changed: { $ne: ['$draft', '$live'] },
      interval_days: {
        $ifNull: [
          { $cond: [{ $eq: ['$live', null] }, `$draft.${intervalKey}`, `$live.${intervalKey}`] },
          null,
        ],
      },
    },
  },
];

/** An article in a further locale, with the last change that its readers noticed. Without content, it has no dates. */
export type LocaleListArticle = Omit<EditorListArticle, 'live_at'> & {
  live_at?: Date | null;
  changed_at?: Date;
};

/**
 * Returns articles in any state by container, from an index; within a container, the last one first.
 * @param chain - the ids of a further locale, of its fallbacks and of the default locale; null for the default locale
 */
export function findAll(
  db: ProjectDb,
  limit: number,
  chain: readonly [string, ...string[]] | null,
): Promise<LocaleListArticle[]> {
  return rows(db, articles).aggregate<LocaleListArticle>({ module: 'kb' }, [
    { $sort: { 'draft.shelf': 1, 'draft.position': -1 } },
    { $limit: limit },
    ...(chain === null ? rowStages : localeStages(chain)),
  ]);
}

/** The stages that read the texts, the state and the dates of a further locale. */
function localeStages(chain: readonly [string, ...string[]]): Document[] {
  const own = `$locales.${chain[0]}`;
  const titles = chain.slice(0, -1).map((id) => `$locales.${id}.draft.title`);
  const state = {
    slug: { $ifNull: [`${own}.draft.slug`, '$slug'] },
    status: { $ifNull: [`${own}.status`, 'draft'] },
    ...Object.fromEntries(visiblePeriodPaths.map((path) => [path, `${own}.${path}`])),
    changed_at: { $ifNull: [`${own}.live_updated_at`, '$$REMOVE'] },
    last_reviewed_at: { $ifNull: [`$locale_reviews.${chain[0]}`, null] },
    is_changed: { $ne: [`${own}.draft`, `${own}.live`] },
    'draft.title': { $ifNull: [...titles, '$draft.title'] },
  };
  const commonPaths = ['aging_at', 'review_due_at', 'updated_at', 'draft.shelf', 'draft.position'];
  return [
    { $set: { interval_days: { $ifNull: ['$live.review_interval_days', '$draft.review_interval_days'] } } },
    { $project: { ...Object.fromEntries(commonPaths.map((path) => [path, 1])), interval_days: 1, ...state } },
  ];
}

/** Returns ids, positions and slugs of a container's articles, in any state. */
export function findInContainer(db: ProjectDb, containerId: string): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>(
    { module: 'kb', 'draft.shelf': containerId },
    rowStages,
  );
}

/** Counts articles in any state by container; reads only index keys. */
export async function countByContainer(db: ProjectDb): Promise<ReadonlyMap<string, number>> {
  const containerCounts = await rows(db, articles).aggregate<Document & { _id: string; count: number }>(
    { module: 'kb' },
    [{ $group: { _id: '$draft.shelf', count: { $sum: 1 } } }],
  );
  return new Map(containerCounts.map(({ _id, count }) => [_id, count]));
}

/** Returns live articles with one freshness, by the date of their next review. */
export function findReviews(
  db: ProjectDb,
  { freshness, now }: { freshness: Freshness; now: Date },
  { skip, limit }: PageBounds,
): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>(articlesWithFreshness(freshness, now), [
    { $sort: { review_due_at: 1, _id: 1 } },
    { $skip: skip },
    { $limit: limit },
    ...rowStages,
  ]);
}

/** Counts live articles of each freshness, up to `cap`. */
export async function countByFreshness(
  db: ProjectDb,
  now: Date,
  cap: number,
): Promise<Record<Freshness, number>> {
  const filters = freshnessStates.map((freshness) => articlesWithFreshness(freshness, now));
  const [fresh = 0, aging = 0, stale = 0] = await rows(db, articles).countEach(filters, cap);
  return { fresh, aging, stale };
}

/**
 * Returns the lower bound of the share of such votes with 95 % certainty (Wilson's interval): two bad votes
 * out of two mean less than forty out of sixty.
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

/** Returns the totals of articles with votes, in all locales together. */
export function findVoteTotals(
  db: ProjectDb,
  order: VoteOrder,
  { skip, limit }: PageBounds,
): Promise<VoteTotalsRecord[]> {
  return rows(db, voteTotals).aggregate<VoteTotalsRecord>({}, [
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

export function findByIds(db: ProjectDb, ids: readonly string[]): Promise<EditorListArticle[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rows(db, articles).aggregate<EditorListArticle>({ module: 'kb', _id: { $in: [...ids] } }, rowStages);
}
