import type { Document } from 'mongodb';
import { entries, type EntryRecord } from '../../content/index.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import {
  hasReview,
  type ReleaseRecord,
  releases,
  type ReviewRecord,
  storeReleaseReview,
} from '../../lifecycle/index.ts';
import { type AnyArticle, articles } from '../../modules/index.ts';

/** The position of a review in a list, newest first. */
interface ReviewPosition {
  at: Date;
  id: string;
}

/** What the rows of a list match; null for releases if the list contains none. */
export interface ReviewConditions {
  items: readonly Document[];
  releases: readonly Document[] | null;
}

export interface ReviewPage {
  conditions: ReviewConditions;
  after: ReviewPosition | null;
  limit: number;
}

const reviewKeys = { review: 1, contributors: 1, revision: 1 } as const;

/** A row of an entry in a list of reviews, with the texts that can label it. */
export type ReviewedEntry = Pick<
  EntryRecord,
  'id' | 'type' | 'draft' | 'review' | 'contributors' | 'revision' | 'last_revision'
>;

export function findReviewedEntries(
  db: ReleaseDb,
  page: ReviewPage,
  labels: readonly string[],
): Promise<ReviewedEntry[]> {
  const draft =
    labels.length === 0 ? { $literal: {} } : Object.fromEntries(labels.map((key) => [key, `$draft.${key}`]));
  return rows(db, entries).find(pageFilter(page.conditions.items, page.after, 'id'), {
    sort: { 'review.at': -1, id: -1 },
    limit: page.limit,
    projection: { ...reviewKeys, id: 1, type: 1, last_revision: 1, draft },
  });
}

export type ReviewedArticle = Pick<
  AnyArticle,
  '_id' | 'module' | 'draft' | 'review' | 'contributors' | 'revision'
>;

export function findReviewedArticles(db: ProjectDb, page: ReviewPage): Promise<ReviewedArticle[]> {
  return rows(db, articles).find(pageFilter(page.conditions.items, page.after, '_id'), {
    sort: { 'review.at': -1, _id: -1 },
    limit: page.limit,
    projection: { ...reviewKeys, module: 1, 'draft.title': 1 },
  });
}

export async function findReviewedReleases(db: ProjectDb, page: ReviewPage): Promise<ReleaseRecord[]> {
  const conditions = page.conditions.releases;
  if (conditions === null) return [];
  return rows(db, releases).find(pageFilter(conditions, page.after, '_id'), {
    sort: { 'review.at': -1, _id: -1 },
    limit: page.limit,
  });
}

function pageFilter(
  conditions: readonly Document[],
  after: ReviewPosition | null,
  idKey: 'id' | '_id',
): Document {
  const later =
    after === null
      ? []
      : [
          {
            $or: [{ 'review.at': { $lt: after.at } }, { 'review.at': after.at, [idKey]: { $lt: after.id } }],
          },
        ];
  return { $and: [hasReview, ...conditions, ...later] };
}

/** Counts reviews, up to `max` of each kind. */
export async function countReviews(
  db: ReleaseDb,
  { items, releases: ofReleases }: ReviewConditions,
  max: number,
): Promise<number> {
  const filter = { $and: [hasReview, ...items] };
  const counts = await Promise.all([
    rows(db, entries).count(filter, max),
    rows(db, articles).count(filter, max),
    ofReleases === null ? 0 : rows(db, releases).count({ $and: [hasReview, ...ofReleases] }, max),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Stores or removes a review, inside a transaction that has read the item. Revision and times stay. */
export async function storeReview(
  db: ReleaseDb,
  { subject: { kind, id }, revision }: { subject: { kind: string; id: string }; revision: number },
  review: ReviewRecord | null,
): Promise<void> {
  if (kind === 'release') return storeReleaseReview(db, id, review && { ...review, revision });
  const update = review === null ? { $unset: { review: true as const } } : { $set: { review } };
  if (kind === 'entry') await rows(db, entries).updateOne({ id }, update);
  else await rows(db, articles).updateOne({ _id: id }, update);
}

/** Renames a person in the reviews of all projects. Reads every row, so it is only for an operator's command. */
export async function renameInReviews(system: SystemDb, id: string, name: string): Promise<void> {
  for (const collection of [entries, articles, releases]) {
    const allRows = unscopedRows<Document>(system, collection);
    for (const path of ['review.requested_by', 'review.decided_by'])
      await allRows.updateMany(
        { ...hasReview, [`${path}.id`]: id },
        { $set: { [`${path}.name`]: name } },
        sessionOptions(system),
      );
    await allRows.updateMany(
      { ...hasReview, 'review.reviewers.id': id },
      { $set: { 'review.reviewers.$[one].name': name } },
      { ...sessionOptions(system), arrayFilters: [{ 'one.id': id }] },
    );
  }
}
