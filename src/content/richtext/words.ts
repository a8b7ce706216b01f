import { splitSegments } from '../../contract/text/segments.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Counts the words of a text in any script (specification: blog-articles). */
export function countWords(plain: string): number {
  let count = 0;
  for (const { isWordLike } of splitSegments(plain)) if (isWordLike === true) count += 1;
  return count;
}

/** Returns at most the first `max` characters on one line, cut between two words. */
export function openingOf(plain: string, max = 160): string {
  const head = plain
    .slice(0, max * 4 + 1_000)
    .replace(/\s+/g, ' ')
    .trim();
  if (head.length <= max) return head;
  const space = head.lastIndexOf(' ', max);
  if (space > max / 2) return head.slice(0, space);
  // The text has no spaces, or starts with a very long word.
  const ends = [...segmenter.segment(head.slice(0, max + 50))].map(({ index }) => index);
  const end = ends.filter((index) => index <= max).at(-1) ?? 0;
  return (end > 0 ? head.slice(0, end) : head.slice(0, max).replace(/\p{Surrogate}$/u, '')).trimEnd();
}
