import type { ProjectDb } from '../../../core/mongo/index.ts';
import { deleteTotals, deleteVotes, findTotals } from './repository.ts';
import type { VoteCounts } from './schema.ts';

/** Maximum age of counts in responses with articles, in milliseconds (specification: votes). */
export const countsAgeMaxMs = 10_000;

/** Returns the vote totals of articles; articles without votes are absent. */
export async function voteCounts(
  db: ProjectDb,
  articles: readonly string[],
): Promise<ReadonlyMap<string, VoteCounts>> {
  const totals = await findTotals(db, articles);
  return new Map(totals.map((row) => [row._id, row]));
}

/** Deletes all votes on a deleted article. Nothing reads them any more, so no transaction is needed. */
export async function deleteAllVotes(db: ProjectDb, article: string): Promise<void> {
  await deleteTotals(db, article);
  await deleteVotes(db, article);
}
