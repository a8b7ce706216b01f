import type { LocaleSweep, ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { deleteTotals, deleteVotes, deleteVotesInLocales, findTotals } from './repository.ts';
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

/** An article with the row of its vote totals in one locale. */
export interface VotedItem {
  article: string;
  item: string;
}

/**
 * The article in a locale, as votes name it: `<article>/<locale>`, or the article alone in the default locale.
 * @param locale - the id of the locale; the default locale if absent
 */
export function votedItem(
  { project }: Pick<ProjectContext, 'project'>,
  article: string,
  locale: string | undefined,
): VotedItem {
  const isDefault = locale === undefined || locale === project.locales.list[0]?.id;
  return { article, item: isDefault ? article : `${article}/${locale}` };
}

/** Returns the vote totals of articles, each in its locale, by article. */
export async function votesOf(
  db: ProjectDb,
  items: readonly VotedItem[],
): Promise<ReadonlyMap<string, VoteCounts>> {
  const counts = await voteCounts(
    db,
    items.map(({ item }) => item),
  );
  return new Map(
    items.flatMap(({ article, item }) => {
      const itemCounts = counts.get(item);
      return itemCounts === undefined ? [] : [[article, itemCounts] as const];
    }),
  );
}

/** Deletes all votes on a deleted article. Nothing reads them any more, so no transaction is needed. */
export async function deleteAllVotes(db: ProjectDb, article: string): Promise<void> {
  await deleteTotals(db, article);
  await deleteVotes(db, article);
}

/** Deletes the votes in removed locales. */
export const voteSweep: LocaleSweep = {
  async run({ db }, removed) {
    if (removed.length > 0) await deleteVotesInLocales(db, removed);
  },
};
