import { diffArrays } from 'diff';

/** A part of a text that both states have, or only one of them. */
export interface Run {
  kind: 'same' | 'in' | 'out';
  text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The maximum milliseconds to compare two texts word by word. Longer comparisons replace the whole text. */
const timeoutMs = 150;

/** Words, spaces and punctuation by the rules of the language: Chinese has no spaces between words. */
function tokensOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Compares the words of two texts, in reading order. */
export function wordRuns(before: string, after: string): Run[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const changes = diffArrays(tokensOf(before), tokensOf(after), { timeout: timeoutMs });
  if (changes === undefined) return nonEmptyRuns([run('out', before), run('in', after)]);
  return joinRuns(
    changes.map(({ added, removed, value }) => run(added ? 'in' : removed ? 'out' : 'same', value.join(''))),
  );
}

const run = (kind: Run['kind'], text: string): Run => ({ kind, text });

function nonEmptyRuns(runs: readonly Run[]): Run[] {
  return runs.filter(({ text }) => text !== '');
}

/** Joins changes with only a space between them, because readers compare phrases. */
function joinRuns(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let removedText = '';
  let addedText = '';
  const close = () => {
    result.push(...nonEmptyRuns([run('out', removedText), run('in', addedText)]));
    removedText = '';
    addedText = '';
  };
  runs.forEach((part, index) => {
    const isBetween = part.kind === 'same' && /^[^\S\n]+$/.test(part.text) && index < runs.length - 1;
    if (part.kind === 'in') addedText += part.text;
    else if (part.kind === 'out') removedText += part.text;
    else if (isBetween && removedText !== '' && addedText !== '') {
      removedText += part.text;
      addedText += part.text;
    } else {
      close();
      result.push(part);
    }
  });
  close();
  return result;
}

/** Counts the added and the removed words of runs. */
export function wordCounts(runs: readonly Run[]): { in: number; out: number } {
  const count = { in: 0, out: 0 };
  for (const { kind, text } of runs) if (kind !== 'same') count[kind] += wordsIn(text);
  return count;
}

/** Counts words like the service. */
export function wordsIn(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1;
  return words;
}

/** The share of the longer text that both have in common, from 0 to 1. */
export function similarity(runs: readonly Run[]): number {
  const length = { same: 0, in: 0, out: 0 };
  for (const { kind, text } of runs) length[kind] += text.trim().length;
  const longest = length.same + Math.max(length.in, length.out);
  return longest === 0 ? 1 : length.same / longest;
}
