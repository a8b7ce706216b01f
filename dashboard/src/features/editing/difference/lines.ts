import { diffArrays } from 'diff';
import type { Block } from './blocks.ts';
import { likeness, type Run, wordRuns } from './words.ts';

/** One line of a difference: a block of a text, an item of a list, or a whole value. */
export interface Line {
  /** `form` has the same words in another formatting, with another link or in another place. */
  kind: 'same' | 'in' | 'out' | 'changed' | 'form';
  /** What it is in the text; empty for values that are no documents. */
  block: string;
  depth: number;
  runs: readonly Run[];
}

/** Blocks are the same block, edited, while this much of their text is. */
const likenessMin = 0.35;

/** How long two documents are compared block by block, in milliseconds. */
const patienceMs = 300;

/** What differs between two documents, block by block and word by word within a block that stays. */
export function documentLines(before: readonly Block[], after: readonly Block[]): Line[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (one, other) => one.key === other.key,
    timeout: patienceMs,
  }) ?? [
    { removed: true, added: false, value: [...before] },
    { removed: false, added: true, value: [...after] },
  ];
  const lines: Line[] = [];
  let gone: Block[] = [];
  for (const { added, removed, value } of changes) {
    if (removed) gone = value;
    else {
      lines.push(...(added ? edited(gone, value) : [...gone.map(lineOut), ...value.map(lineSame)]));
      gone = [];
    }
  }
  return [...lines, ...gone.map(lineOut)];
}

/** Blocks that went beside blocks that came: those that are alike are one block, edited. */
function edited(gone: readonly Block[], come: readonly Block[]): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const block of come) {
    const pair = pairOf(gone, block, from);
    if (pair === null) {
      lines.push(line('in', block, [{ kind: 'in', text: block.text }]));
      continue;
    }
    lines.push(...gone.slice(from, pair.index).map(lineOut), line(pair.kind, block, pair.runs));
    from = pair.index + 1;
  }
  return [...lines, ...gone.slice(from).map(lineOut)];
}

/** Blocks further away than this are not compared with one another. */
const reach = 12;

function pairOf(gone: readonly Block[], block: Block, from: number) {
  for (let index = from; index < Math.min(gone.length, from + reach); index += 1) {
    const text = gone[index]?.text ?? '';
    const runs = wordRuns(text, block.text);
    if (text === block.text) return { index, kind: 'form' as const, runs };
    if (likeness(runs) >= likenessMin) return { index, kind: 'changed' as const, runs };
  }
  return null;
}

function line(kind: Line['kind'], { kind: block, depth }: Block, runs: readonly Run[]): Line {
  return { kind, block, depth, runs };
}

const lineOut = (block: Block) => line('out', block, [{ kind: 'out', text: block.text }]);
const lineSame = (block: Block) => line('same', block, [{ kind: 'same', text: block.text }]);

/** What differs between two ordered lists, item by item. */
export function listLines(before: readonly string[], after: readonly string[]): Line[] {
  return diffArrays([...before], [...after]).flatMap(({ added, removed, value }) => {
    const kind = added ? 'in' : removed ? 'out' : 'same';
    return value.map((text): Line => ({ kind, block: 'item', depth: 0, runs: [{ kind, text }] }));
  });
}
