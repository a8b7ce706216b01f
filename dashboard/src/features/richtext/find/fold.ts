/** A text in the form that is searched, with the positions of its characters in the original. */
export interface FoldedText {
  text: string;
  /** The original position of each character and of the end; null if no character moved. */
  positions: readonly number[] | null;
}

const isAscii = /^[\x00-\x7f]*$/;

/** Combining accents of Latin, Greek and Cyrillic letters. */
export const combiningAccent = /[\u0300-\u036f]/;

/**
 * Folds a text for Find: decomposes accented letters, which can be encoded in two ways, and lowercases unless
 * `isCaseMatched`. It keeps accents, vowel signs and letters of all scripts, so that Replace changes only what was typed.
 */
export function foldForFind(text: string, isCaseMatched: boolean): FoldedText {
  // `toLowerCase` writes a final sigma at the end of a word.
  const fold = isCaseMatched
    ? decompose
    : (characters: string) => decompose(characters).toLowerCase().replaceAll('ς', 'σ');
  if (isAscii.test(text)) return { text: isCaseMatched ? text : text.toLowerCase(), positions: null };
  if (decompose(text) === text) return { text: fold(text), positions: null };
  const positions: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const foldedCharacter = fold(character);
    for (let i = 0; i < foldedCharacter.length; i += 1) positions.push(at);
    folded += foldedCharacter;
    at += character.length;
  }
  positions.push(at);
  return { text: folded, positions };
}

function decompose(text: string): string {
  return text.normalize('NFD');
}
