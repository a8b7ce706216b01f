import { foldText } from './fold.ts';
import { splitSegments } from './segments.ts';

/** Scripts without spaces between words; a dictionary finds their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters of a word that the index contains. */
export const maxIndexedChars = 255;
/** Words of a text that the index contains; more than almost all articles have. */
const maxIndexedWords = 20_000;
/** Marks a text with more words than the index contains; it never equals a word. */
const moreMark = '+';

/** Whether a text has characters of a script without spaces between words. */
export function hasUnspacedScript(text: string): boolean {
  return unspaced.test(text);
}

/** Returns the distinct folded words of texts, in order (specification: search). */
export function wordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of foldText(text).split(/[^\p{L}\p{N}\p{M}]+/u)) {
      if (!unspaced.test(run)) words.add(run);
      else for (const { segment } of splitSegments(run)) words.add(segment);
    }
  }
  words.delete('');
  return [...words];
}

/** The words of a text as they are stored for search. */
export interface StoredWords {
  words: string[];
  /** Words that are missing or cut off in the index, each after a blank; null without any. */
  more_words: string | null;
}

export function storedWords(texts: readonly string[]): StoredWords {
  const all = wordsOf(texts);
  const more = all.filter((word, i) => i >= maxIndexedWords || word.length > maxIndexedChars);
  const words = all.slice(0, maxIndexedWords).map((word) => word.slice(0, maxIndexedChars));
  if (more.length === 0) return { words, more_words: null };
  return { words: [...new Set([...words, moreMark])], more_words: ` ${more.join(' ')}` };
}

/** A condition on `words` for a search. */
export type SearchFilter = Readonly<Record<string, unknown>>;

/**
 * Returns the words of a search, the longest (and probably rarest) first. Null if `q` is blank and
 * everything matches; an empty list if it contains only punctuation and nothing matches.
 */
export function searchWords(q: string | undefined): string[] | null {
  if (q === undefined || q.trim() === '') return null;
  return wordsOf([q]).sort((a, b) => b.length - a.length);
}

/** Matches texts with words that the index doesn't contain. */
export const hasMoreWords = { words: moreMark };

/**
 * Each search word has to begin a word of the text. Only the first one limits the index scan.
 * @param withMore - whether texts with words outside the index can exist
 */
export function wordsFilter(words: readonly string[], withMore = false): SearchFilter {
  if (words.length === 0) return { words: { $in: [] } };
  return { $and: words.map((word) => (withMore ? beginsAnywhere(word) : beginsIndexed(word))) };
}

function beginsIndexed(word: string): SearchFilter {
  return word.length > maxIndexedChars ? { words: { $in: [] } } : { words: { $regex: `^${word}` } };
}

/**
 * The index finds texts with the word and all texts with more words, whose remaining words are then
 * compared.
 */
function beginsAnywhere(word: string): SearchFilter {
  const inMoreWords = { more_words: { $regex: ` ${word}` } };
  if (word.length > maxIndexedChars) return { ...hasMoreWords, ...inMoreWords };
  return {
    $and: [
      { words: { $in: [new RegExp(`^${word}`), moreMark] } },
      { $or: [{ words: { $regex: `^${word}` } }, inMoreWords] },
    ],
  };
}

/** Returns the condition of `q` on short texts; null if `q` is blank. */
export function searchFilter(q: string | undefined): SearchFilter | null {
  const words = searchWords(q);
  return words === null ? null : wordsFilter(words);
}
