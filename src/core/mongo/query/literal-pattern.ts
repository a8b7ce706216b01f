/** The text as a pattern of a regular expression that finds it literally. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** How many words of a search in an editors' list count. */
const wordsMax = 10;

/** A condition for each word of a search in an editors' list; `where` names what holds the word. */
export function eachWord<C>(
  q: string,
  where: (has: { $regex: string; $options: 'i' }, word: string) => C,
): C[] {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return words.slice(0, wordsMax).map((word) => where({ $regex: literalPattern(word), $options: 'i' }, word));
}
