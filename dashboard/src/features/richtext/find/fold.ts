/** A text as it is searched, with the way back to where its signs stand. */
export interface Folded {
  text: string;
  /** For each sign, and for the end, its place in the original; null where the places are the same. */
  places: readonly number[] | null;
}

const isAscii = /^[\x00-\x7f]*$/;

/** Accents of Latin, Greek and Cyrillic letters, apart from the letter. */
export const accent = /[\u0300-\u036f]/;

/**
 * A text in which equal words are equal: accented letters taken apart, since keyboards and files write them in both ways,
 * and without case. Accents, vowel signs and the letters of all scripts stay what they are.
 */
export function foldWords(text: string, isCaseMatched: boolean): Folded {
  const plain = isCaseMatched ? apart : (signs: string) => apart(signs).toLowerCase().replaceAll('ς', 'σ');
  if (isAscii.test(text)) return { text: isCaseMatched ? text : text.toLowerCase(), places: null };
  if (apart(text) === text) return { text: plain(text), places: null };
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const sign of text) {
    const made = plain(sign);
    for (let i = 0; i < made.length; i += 1) places.push(at);
    folded += made;
    at += sign.length;
  }
  places.push(at);
  return { text: folded, places };
}

function apart(text: string): string {
  return text.normalize('NFD');
}
