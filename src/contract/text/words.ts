import { foldText } from './fold.ts';
import { segmentsOf } from './segments.ts';

/** Scripts that put no space between words; a dictionary finds the words in them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Letters of a word that the index holds. */
const indexedChars = 255;
/** Words of one text that the index holds; more than all but a few articles have. */
const indexedWordsMax = 20_000;
/** Stands among the words of what has more of them than the index holds; no word is like it. */
const moreMark = '+';

/** The different words of some texts, folded, in the order in which they come (specification: search). */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of foldText(text).split(/[^\p{L}\p{N}\p{M}]+/u)) {
      if (!unspaced.test(run)) words.add(run);
      else for (const { segment } of segmentsOf(run)) words.add(segment);
    }
  }
  words.delete('');
  return [...words];
}

/** The words of a text as they are stored beside it for search. */
export interface StoredWords {
  words: string[];
  /** Words that the index does not hold, or not wholly, each behind a blank; null when there are none. */
  more_words: string | null;
}

export function storedWords(texts: readonly string[]): StoredWords {
  const all = wordsOf(texts);
  const more = all.filter((word, i) => i >= indexedWordsMax || word.length > indexedChars);
  const words = all.slice(0, indexedWordsMax).map((word) => word.slice(0, indexedChars));
  if (more.length === 0) return { words, more_words: null };
  return { words: [...new Set([...words, moreMark])], more_words: ` ${more.join(' ')}` };
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

/** Which texts have words that the index does not hold. */
export const hasMoreWords = { words: moreMark };

/**
 * Every word begins a word of the text. Only the first one bounds the scan of the index.
 *
 * @param withMore - whether texts may be there that have words which the index does not hold.
 */
export function filterOfWords(words: readonly string[], withMore = false): SearchFilter {
  if (words.length === 0) return { words: { $in: [] } };
  return { $and: words.map((word) => (withMore ? begins(word) : beginsIndexed(word))) };
}

function beginsIndexed(word: string): SearchFilter {
  return word.length > indexedChars ? { words: { $in: [] } } : { words: { $regex: `^${word}` } };
}

/** The index finds the texts that have the word and all that have more words, of which the rest is asked. */
function begins(word: string): SearchFilter {
  const among = { more_words: { $regex: ` ${word}` } };
  if (word.length > indexedChars) return { ...hasMoreWords, ...among };
  return {
    $and: [
      { words: { $in: [new RegExp(`^${word}`), moreMark] } },
      { $or: [{ words: { $regex: `^${word}` } }, among] },
    ],
  };
}

/** The condition that `q` makes on texts that are short, the longest word first; null when it is blank. */
export function searchFilter(q: string | undefined): SearchFilter | null {
  const words = searchWords(q);
  return words === null ? null : filterOfWords(words);
}
