import { foldText } from './fold.ts';

/** Scripts that put no space between words; a dictionary finds the words in them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Longer words are cut: nobody types more of one. */
const wordCharsMax = 40;
/** Words kept of one article; the texts that come first count first. */
const wordsMax = 5_000;

/** The different words of some texts, folded, in the order in which they come (contract, section 8, `q`). */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of foldText(text).split(/[^\p{L}\p{N}\p{M}]+/u)) {
      for (const word of unspaced.test(run) ? segments(run) : [run]) {
        if (word !== '') words.add(word.slice(0, wordCharsMax));
        if (words.size === wordsMax) return [...words];
      }
    }
  }
  return [...words];
}

function segments(run: string): string[] {
  return [...segmenter.segment(run.slice(0, 20_000))].map(({ segment }) => segment);
}

/** The condition on `words` that a search makes. */
export type SearchFilter = Readonly<Record<string, unknown>>;

/**
 * The words of a search, the longest first: it is likely the rarest. Null when `q` is blank and everything matches;
 * none when it holds punctuation alone and nothing does.
 */
export function searchWords(q: string | undefined): string[] | null {
  if (q === undefined || q.trim() === '') return null;
  return wordsOf([q]).sort((a, b) => b.length - a.length);
}

/** Every word begins a word of the article. Only the first one bounds the scan of the index. */
export function filterOfWords(words: readonly string[]): SearchFilter {
  if (words.length === 0) return { words: { $in: [] } };
  return { $and: words.map((word) => ({ words: { $regex: `^${word}` } })) };
}

/** The condition that `q` makes, the longest word first; null when it is blank. */
export function searchFilter(q: string | undefined): SearchFilter | null {
  const words = searchWords(q);
  return words === null ? null : filterOfWords(words);
}
