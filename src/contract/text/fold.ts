import { hasLongRunOfMarks } from './nfc.ts';

/** Letters that Unicode does not decompose, as people without such a keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = {
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
/**
 * Marks of other blocks are accents on these letters, but vowels in other scripts, such as those of India.
 */
const marksOnLetters = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const isAscii = /^[\x00-\x7f]*$/;

/**
 * Removes case and accents, so that texts which fold to the same text match in searches and sort together.
 * Names, words, filters and sort keys all use it; when it changes, stored values are recomputed
 * (`src/server/start/fold-migration.ts`).
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const letters = hasLongRunOfMarks(text) ? text : text.normalize('NFKD');
  return letters
    .replace(accents, '')
    .replace(marksOnLetters, '')
    .toLowerCase()
    .replace(/ς/g, 'σ') // toLowerCase writes a final sigma at the end of a word
    .replace(/[ßæœøđðłþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Characters of a folded text in an index; more would not find fewer items. */
const startChars = 200;

/**
 * Returns the start of the folded text, for indexes whose results are compared with the whole text
 * afterwards.
 */
export function foldedStart(text: string): string {
  return foldText(text)
    .slice(0, startChars)
    .replace(/\p{Surrogate}$/u, '');
}
