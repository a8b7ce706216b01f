import { diffArrays } from 'diff';

/** A stretch of text that both states have, or that one of them has alone. */
export interface Run {
  kind: 'same' | 'in' | 'out';
  text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** How long two texts are compared word by word, in milliseconds; after that they are compared as wholes. */
const patienceMs = 150;

/** Words, spaces and signs, in the script's own way: Chinese has no spaces between words. */
function tokensOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Which words are new in `after`, and which of `before` are gone; in reading order. */
export function wordRuns(before: string, after: string): Run[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const changes = diffArrays(tokensOf(before), tokensOf(after), { timeout: patienceMs });
  if (changes === undefined) return filled([run('out', before), run('in', after)]);
  return joined(
    changes.map(({ added, removed, value }) => run(added ? 'in' : removed ? 'out' : 'same', value.join(''))),
  );
}

const run = (kind: Run['kind'], text: string): Run => ({ kind, text });

function filled(runs: readonly Run[]): Run[] {
  return runs.filter(({ text }) => text !== '');
}

/** Two changes with only a space between them are one: a reader compares phrases, not words. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let out = '';
  let into = '';
  const close = () => {
    result.push(...filled([run('out', out), run('in', into)]));
    out = '';
    into = '';
  };
  runs.forEach((part, index) => {
    const isBetween = part.kind === 'same' && /^[^\S\n]+$/.test(part.text) && index < runs.length - 1;
    if (part.kind === 'in') into += part.text;
    else if (part.kind === 'out') out += part.text;
    else if (isBetween && out !== '' && into !== '') {
      out += part.text;
      into += part.text;
    } else {
      close();
      result.push(part);
    }
  });
  close();
  return result;
}

/** How many words of these runs are new, and how many are gone. */
export function wordCounts(runs: readonly Run[]): { in: number; out: number } {
  const count = { in: 0, out: 0 };
  for (const { kind, text } of runs) if (kind !== 'same') count[kind] += wordsIn(text);
  return count;
}

/** Words as the service counts them. */
export function wordsIn(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1;
  return words;
}

/** How much of the longer text both have in common, from 0 to 1. */
export function likeness(runs: readonly Run[]): number {
  const length = { same: 0, in: 0, out: 0 };
  for (const { kind, text } of runs) length[kind] += text.trim().length;
  const longest = length.same + Math.max(length.in, length.out);
  return longest === 0 ? 1 : length.same / longest;
}
