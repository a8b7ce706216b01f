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
import { type StayPath, stayPaths } from '../../../lifecycle/index.ts';

/** What the editor's lists read of an article. */
export type EditorListArticle = Pick<
  KbArticleRecord,
  '_id' | 'slug' | 'status' | StayPath | 'updated_at' | 'last_reviewed_at' | 'aging_at' | 'review_due_at'
> & {
  draft: Pick<KbArticleRecord['draft'], 'title' | 'shelf' | 'position'>;
  /** Not as it is live. */
  is_changed: boolean;
  /** Of what is live, else of the draft; null for the project's. */
  interval_days: number | null;
};

interface PageBounds {
  skip: number;
  limit: number;
}

const interval = 'review_interval_days';
const asRow: readonly Document[] = [
  {
    $project: {
      ...Object.fromEntries(
        ['slug', 'status', ...stayPaths, 'updated_at', 'last_reviewed_at', 'aging_at', 'review_due_at'].map(
          (key) => [key, 1],
        ),
      ),
      draft: { title: '$draft.title', shelf: '$draft.shelf', position: '$draft.position' },
      is_changed: { $ne: ['$draft', '$live'] },
      interval_days: {
        $ifNull: [{ $cond: [{ $eq: ['$live', null] }, `$draft.${interval}`, `$live.${interval}`] }, null],
      },
    },
  },
];

/** Articles in any state, container by container, by an index; within a container the last one first. */
export function findAll(db: ProjectDb, limit: number): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>({ module: 'kb' }, [
    { $sort: { 'draft.shelf': 1, 'draft.position': -1 } },
    { $limit: limit },
    ...asRow,
  ]);
}

/** The articles of one container in any state: their ids, places and slugs alone. */
export function findInContainer(db: ProjectDb, shelf: string): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>({ module: 'kb', 'draft.shelf': shelf }, asRow);
}

/** How many articles in any state stand in each container; index keys alone are read. */
export async function countByContainer(db: ProjectDb): Promise<ReadonlyMap<string, number>> {
  const counted = await rows(db, articles).aggregate<Document & { _id: string; count: number }>(
    { module: 'kb' },
    [{ $group: { _id: '$draft.shelf', count: { $sum: 1 } } }],
  );
  return new Map(counted.map(({ _id, count }) => [_id, count]));
}

/** Live articles with one freshness, ordered by the date of their next review. */
export function findReviews(
  db: ProjectDb,
  { freshness, now }: { freshness: Freshness; now: Date },
  { skip, limit }: PageBounds,
): Promise<EditorListArticle[]> {
  return rows(db, articles).aggregate<EditorListArticle>(articlesWithFreshness(freshness, now), [
    { $sort: { review_due_at: 1, _id: 1 } },
    { $skip: skip },
    { $limit: limit },
    ...asRow,
  ]);
}

/** How many live articles have each verdict; counting stops at `cap`. */
export async function countByFreshness(
  db: ProjectDb,
  now: Date,
  cap: number,
): Promise<Record<Freshness, number>> {
  const filters = freshnessStates.map((verdict) => articlesWithFreshness(verdict, now));
  const [fresh = 0, aging = 0, stale = 0] = await rows(db, articles).countEach(filters, cap);
  return { fresh, aging, stale };
}

/**
 * The lower end of what the share of such votes may be, with 95 % certainty (Wilson's interval): two bad votes of two
 * say less than forty of sixty.
 */
function surely(kind: 'helpful' | 'not_helpful'): Document {
  const z = 1.96;
  const share = { $divide: [`$${kind}`, '$n'] };
  const spread = {
    $sqrt: {
      $add: [
        { $divide: [{ $multiply: [share, { $subtract: [1, share] }] }, '$n'] },
        { $divide: [z ** 2 / 4, { $multiply: ['$n', '$n'] }] },
      ],
    },
  };
  return {
    $divide: [
      { $subtract: [{ $add: [share, { $divide: [z ** 2 / 2, '$n'] }] }, { $multiply: [z, spread] }] },
      { $add: [1, { $divide: [z ** 2, '$n'] }] },
    ],
  };
}

const scores: Readonly<Record<VoteOrder, Document | string>> = {
  worst: surely('not_helpful'),
  best: surely('helpful'),
  most: '$n',
};

/** What votes came to, of the articles that have any. */
export function findVoted(
  db: ProjectDb,
  order: VoteOrder,
  { skip, limit }: PageBounds,
): Promise<VoteTotalsRecord[]> {
  return rows(db, voteTotals).aggregate<VoteTotalsRecord>({}, [
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
  return rows(db, articles).aggregate<EditorListArticle>({ module: 'kb', _id: { $in: [...ids] } }, asRow);
}
