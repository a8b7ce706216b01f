import { foldText } from '../contract/fold.ts';

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

/**
 * The condition on `words` that a search makes: every word of `q` begins a word of the article. The longest goes
 * first, since only the first one bounds the scan of the index. Null when `q` is blank: everything matches.
 */
export function searchFilter(q: string | undefined): object | null {
  if (q === undefined || q.trim() === '') return null;
  const words = wordsOf([q]).sort((a, b) => b.length - a.length);
  if (words.length === 0) return { words: { $in: [] } }; // punctuation alone is in no text
  return { $and: words.map((word) => ({ words: { $regex: `^${word}` } })) };
}
