import type { ProjectDb } from '../../../core/mongo/index.ts';
import { deleteTotals, deleteVotes, findTotals } from './repository.ts';
import type { VoteCounts } from './schema.ts';

/** Counts in answers about articles are at most this old, in milliseconds (specification: votes). */
export const countsAgeMaxMs = 10_000;

/** What the votes on each of the articles came to; articles without votes are absent. */
export async function voteCounts(
  db: ProjectDb,
  articles: readonly string[],
): Promise<ReadonlyMap<string, VoteCounts>> {
  const totals = await findTotals(db, articles);
  return new Map(totals.map((row) => [row._id, row]));
}

/** Removes all that was voted on an article that is gone. Nothing reads it any more, so this may happen outside of a transaction. */
export async function forgetVotes(db: ProjectDb, article: string): Promise<void> {
  await deleteTotals(db, article);
  await deleteVotes(db, article);
}
