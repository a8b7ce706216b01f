/** Escapes a text for use in a regular expression. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** Maximum words of a search in the dashboard's lists; further words are ignored. */
const wordsMax = 10;

/** Returns a condition for each word of a search in the dashboard's lists; `where` builds it. */
export function eachWord<C>(
  q: string,
  where: (has: { $regex: string; $options: 'i' }, word: string) => C,
): C[] {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return words.slice(0, wordsMax).map((word) => where({ $regex: literalPattern(word), $options: 'i' }, word));
}
