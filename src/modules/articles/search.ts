import type { ProjectContext } from '../../core/context/index.ts';
import type { ArticleModule } from './module.ts';
import { countByPrefix, hasArticlesWithMoreWords } from './store/live-repository.ts';
import type { ArticleValues } from './store/schema.ts';
import { wordsFilter, type SearchFilter, searchWords } from '../../contract/text/words.ts';

/** Words in more articles than this all count as common. */
const rareMax = 1_000;

/**
 * Returns the condition of `q`; null if it is blank. Every word has to begin a word of the article, ignoring
 * case and accents (specification: search). The rarest word bounds the index scan, so common words cost
 * nothing.
 */
export async function searchOf<V extends ArticleValues>(
  context: Pick<ProjectContext, 'db'>,
  module: ArticleModule<V>,
  q: string | undefined,
): Promise<SearchFilter | null> {
  const words = searchWords(q);
  if (words === null) return null;
  const [counts, withMore] = await Promise.all([
    words.length < 2 ? [] : countByPrefix(context.db, module, words, rareMax),
    hasArticlesWithMoreWords(context.db, module),
  ]);
  const wordCounts = words.map((word, i) => ({ word, count: counts[i] ?? 0 }));
  const rarestFirst = wordCounts.sort((a, b) => a.count - b.count).map(({ word }) => word);
  return wordsFilter(rarestFirst, withMore);
}
