import { foldText } from '../../contract/text/fold.ts';
import { splitSegments } from '../../contract/text/segments.ts';

/** Characters of an excerpt, and how many of them precede the match. */
const excerptChars = 160;
const leadChars = 50;

/** Returns the text around the first word that a searched word begins, on one line; null without such a word. */
export function excerptOf(text: string, words: readonly string[]): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  const at = firstMatch(line, words);
  if (at === null) return null;
  if (line.length <= excerptChars) return line;
  const start = wordStart(line, Math.max(0, Math.min(at - leadChars, line.length - excerptChars)), at);
  const lead = start > 0 ? '…' : '';
  const end = start + excerptChars - lead.length;
  if (end >= line.length) return lead + line.slice(start);
  return lead + wholeCharacters(line.slice(start, end - 1)) + '…';
}

/** The position of the first match. Runs of letters are split as in the index. */
function firstMatch(line: string, words: readonly string[]): number | null {
  const matches = (word: string) => {
    const folded = foldText(word);
    return words.some((start) => folded.startsWith(start));
  };
  for (const { 0: run, index } of line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (matches(run)) return index;
    let at = index;
    for (const { segment } of splitSegments(run)) {
      if (matches(segment)) return at;
      at += segment.length;
    }
  }
  return null;
}

/** The first start of a word between two positions, or the first one if there is no space. */
function wordStart(line: string, from: number, to: number): number {
  if (from === 0) return 0;
  const space = line.indexOf(' ', from);
  if (space !== -1 && space < to) return space + 1;
  return /\p{Surrogate}/u.test(line.charAt(from)) ? from + 1 : from;
}

function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
