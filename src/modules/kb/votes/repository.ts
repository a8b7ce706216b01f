import {
  duplicatedIndex,
  grantedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { SaltRecord, VoteCounts, VoteRecord, VoteTotalsRecord } from './schema.ts';

const expiryIndex = { key: { forget_at: 1 }, expireAfterSeconds: 0 } as const;

/** The last vote of each visitor who can be identified. */
export const votes = projectCollection<VoteRecord>('kb_votes', [
  { key: { project_id: 1, article: 1 } },
  expiryIndex,
]);

/** The vote totals of articles, in rows of their own, so that votes never conflict with edits. */
export const voteTotals = grantedBy(
  ofModules(projectCollection<VoteTotalsRecord>('kb_vote_totals', [{ key: { project_id: 1 } }]), 'kb'),
  { areas: ['kb'] },
);

/**
 * The day's salt. It is deleted when it isn't needed any more, and then no stored hash leads back to an
 * address.
 */
export const voteSalts = projectCollection<SaltRecord>('kb_vote_salts', [expiryIndex]);

export function findVotes(db: ProjectDb, ids: readonly string[]): Promise<VoteRecord[]> {
  return rows(db, votes).find({ _id: { $in: [...ids] } });
}

/** Stores votes; each replaces the visitor's previous one. */
export async function replaceVotes(db: ProjectDb, records: readonly VoteRecord[]): Promise<void> {
  if (records.length === 0) return;
  await rows(db, votes).deleteMany({ _id: { $in: records.map((record) => record._id) } });
  await rows(db, votes).insertMany(records);
}

/** Adds to an article's totals and returns the new totals. */
export async function addToTotals(db: ProjectDb, article: string, by: VoteCounts): Promise<VoteCounts> {
  const after = await rows(db, voteTotals).findOneAndUpdate(
    { _id: article },
    { $inc: { helpful: by.helpful, not_helpful: by.not_helpful } },
    { upsert: true },
  );
  return after ?? by;
}

/** The locale of votes: the id of a further one, the default one, or all. */
export type VotedLocale = { further: string } | 'default' | 'all';

/** The totals of votes in a locale. Those of the default locale are the rows of articles alone. */
export function votesIn(locale: VotedLocale): { _id?: { $regex: string } } {
  if (locale === 'all') return {};
  return { _id: { $regex: locale === 'default' ? '^[^/]*$' : `/${locale.further}$` } };
}

export function findTotals(db: ProjectDb, articles: readonly string[]): Promise<VoteTotalsRecord[]> {
  return rows(db, voteTotals).find({ _id: { $in: [...articles] } });
}

/** Deletes the totals of an article in all locales. */
export async function deleteTotals(db: ProjectDb, article: string): Promise<void> {
  await rows(db, voteTotals).deleteMany({ $or: [{ _id: article }, inLocalesOf(article)] });
}

/** Deletes the votes on an article in one further locale. */
export async function deleteVotesIn(db: ProjectDb, item: string): Promise<void> {
  await rows(db, voteTotals).deleteOne({ _id: item });
  await rows(db, votes).deleteMany({ article: item.split('/')[0] ?? '', _id: { $regex: `^${item}/` } });
}

/** Deletes the votes of all articles in locales. */
export async function deleteVotesInLocales(db: ProjectDb, locales: readonly string[]): Promise<void> {
  const anyLocale = `/(?:${locales.join('|')})`;
  await rows(db, voteTotals).deleteMany({ _id: { $regex: `${anyLocale}$` } });
  await rows(db, votes).deleteMany({ _id: { $regex: `${anyLocale}/` } });
}

/** The totals of an article in further locales, `<article>/<locale>`. */
function inLocalesOf(article: string) {
  return { _id: { $gt: `${article}/`, $lt: `${article}0` } }; // 0 follows the slash
}

export async function deleteVotes(db: ProjectDb, article: string): Promise<void> {
  await rows(db, votes).deleteMany({ article });
}

/** Returns the stored salt of that id, or stores `newSalt`. */
export async function findOrStoreSalt(db: ProjectDb, newSalt: SaltRecord): Promise<string> {
  const record = await rows(db, voteSalts).findOne({ _id: newSalt._id });
  if (record !== null) return record.salt;
  try {
    await rows(db, voteSalts).insertOne(newSalt);
    return newSalt.salt;
  } catch (error) {
    if (duplicatedIndex(error) === null) throw error;
    return findOrStoreSalt(db, newSalt); // another process was first; its salt is used
  }
}
