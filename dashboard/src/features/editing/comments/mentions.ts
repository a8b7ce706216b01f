import type { CommentPeople } from '../../../../../src/dashboard/comments/schema.ts';

export type Person = CommentPeople['data'][number];

/** Names that a list of suggestions shows. */
const suggestionsMax = 8;

/** The start of a name after "@" before the cursor; null if the cursor is elsewhere. */
export function mentionBefore(text: string, cursor: number): { from: number; words: string } | null {
  const match = /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, cursor));
  const words = match?.[1];
  return words === undefined ? null : { from: cursor - words.length - 1, words };
}

/** The people whose name, or a word of it, begins with the words. */
export function suggestPeople(people: readonly Person[], words: string): Person[] {
  const start = words.toLowerCase();
  const fits = ({ name }: Person) => {
    const lower = name.toLowerCase();
    return lower.startsWith(start) || (start !== '' && lower.includes(` ${start}`));
  };
  return people.filter(fits).slice(0, suggestionsMax);
}

/** The text with a chosen name in place of its start, and the cursor after it. */
export function withMention(
  text: string,
  { from, cursor, name }: { from: number; cursor: number; name: string },
): { text: string; cursor: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(cursor), cursor: before.length };
}

/** The ids of the chosen people who are still named in the text. */
export function mentionedIds(text: string, chosen: readonly Person[]): string[] {
  return [...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))];
}
