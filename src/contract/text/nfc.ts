/** More marks than any script puts on one letter: Unicode's stream-safe texts have at most 30. */
const maxMarks = 100;
const isAscii = /^[\x00-\x7f]*$/;

/**
 * Returns the text in NFC, in which texts are stored and compared (specification: normalization). A text
 * with more than 100 combining marks in a row is unchanged: sorting 50,000 of them would take seconds.
 */
export function toNfc(text: string): string {
  return isAscii.test(text) || hasLongRunOfMarks(text) ? text : text.normalize('NFC');
}

/**
 * Whether normalizing the text would be expensive; the cost grows with the square of the longest run of
 * marks.
 */
export function hasLongRunOfMarks(text: string): boolean {
  for (const [run] of text.matchAll(/\p{M}+/gu)) if (run.length > maxMarks) return true;
  return false;
}
