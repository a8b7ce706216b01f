import { hasLongRunOfMarks } from './nfc.ts';

/** Letters that Unicode does not take apart, as readers without them would type them. */
const asTyped: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const accents = /[\u0300-\u036f]+/g;
/** Signs of other blocks are accents on these letters; to other scripts (for example those of India) they are vowels. */
const signsOnLetters = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const isAscii = /^[\x00-\x7f]*$/;

/**
 * The text with case and accents taken away: two texts that fold to the same are the same to search and order. The one
 * fold there is: names, words, filters and orders of all kinds of content are made of it, and what is stored of it is
 * made again when it changes (`src/server/start/fold-migration.ts`).
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const letters = hasLongRunOfMarks(text) ? text : text.normalize('NFKD');
  return letters
    .replace(accents, '')
    .replace(signsOnLetters, '')
    .toLowerCase()
    .replace(/ς/g, 'σ') // lowered by its place in the word
    .replace(/[ßæœøđðłþı]/g, (letter) => asTyped[letter] ?? letter);
}

/** Letters of a folded text that an index of values holds: more would not make it find less. */
const startChars = 200;

/** The beginning of the folded text, for indexes in which the text itself decides at last. */
export function foldedStart(text: string): string {
  return foldText(text)
    .slice(0, startChars)
    .replace(/\p{Surrogate}$/u, '');
}
