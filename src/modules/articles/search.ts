import type { ProjectContext } from '../../core/context/index.ts';
import type { ArticleModule } from './module.ts';
import { countBeginnings, hasLongest } from './store/live-repository.ts';
import type { ArticleValues } from './store/schema.ts';
import { wordsFilter, type SearchFilter, searchWords } from '../../contract/text/words.ts';

/** Words that more articles have than this are all alike: common. */
const rareMax = 1_000;

/**
 * The condition that `q` makes: every word of it begins a word of the article, case and accents ignored (specification: search). Of several words the rarest bounds the scan, so that one common word beside it costs nothing.
 * Null when `q` is blank.
 */
export async function searchOf<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  q: string | undefined,
): Promise<SearchFilter | null> {
  const words = searchWords(q);
  if (words === null) return null;
  const [counts, withMore] = await Promise.all([
    words.length < 2 ? [] : countBeginnings(context.db, module, words, rareMax),
    hasLongest(context.db, module),
  ]);
  const ranked = words.map((word, i) => ({ word, count: counts[i] ?? 0 }));
  const rarestFirst = ranked.sort((a, b) => a.count - b.count).map(({ word }) => word);
  return wordsFilter(rarestFirst, withMore);
}
