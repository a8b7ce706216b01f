import { diffArrays } from 'diff';
import type { TextBlock } from './text-blocks.ts';
import { similarity, type Run, wordRuns } from './words.ts';

/** One line of a difference: a block of a text, an item of a list, or a whole value. */
export interface Line {
  /** `form`: only formatting, links or the position changed. */
  kind: 'same' | 'in' | 'out' | 'changed' | 'form';
  /** The kind of the block in the text; empty for values that are not documents. */
  block: string;
  depth: number;
  runs: readonly Run[];
}

/** Two blocks count as one edited block if this share of their text is equal. */
const similarityMin = 0.35;

/** The maximum milliseconds to compare two documents block by block. */
const timeoutMs = 300;

/** Compares two documents block by block, and word by word within an edited block. */
export function documentLines(before: readonly TextBlock[], after: readonly TextBlock[]): Line[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (block, otherBlock) => block.key === otherBlock.key,
    timeout: timeoutMs,
  }) ?? [
    { removed: true, added: false, value: [...before] },
    { removed: false, added: true, value: [...after] },
  ];
  const lines: Line[] = [];
  let removedBlocks: TextBlock[] = [];
  for (const { added, removed, value } of changes) {
    if (removed) removedBlocks = value;
    else {
      lines.push(
        ...(added
          ? pairedLines(removedBlocks, value)
          : [...removedBlocks.map(lineOut), ...value.map(lineSame)]),
      );
      removedBlocks = [];
    }
  }
  return [...lines, ...removedBlocks.map(lineOut)];
}

/** Pairs removed with added blocks. A similar pair is one edited block. */
function pairedLines(removedBlocks: readonly TextBlock[], addedBlocks: readonly TextBlock[]): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const block of addedBlocks) {
    const pair = pairOf(removedBlocks, block, from);
    if (pair === null) {
      lines.push(line('in', block, [{ kind: 'in', text: block.text }]));
      continue;
    }
    lines.push(...removedBlocks.slice(from, pair.index).map(lineOut), line(pair.kind, block, pair.runs));
    from = pair.index + 1;
  }
  return [...lines, ...removedBlocks.slice(from).map(lineOut)];
}

/** Blocks further apart than this are not compared. */
const maxDistance = 12;

function pairOf(removedBlocks: readonly TextBlock[], block: TextBlock, from: number) {
  for (let index = from; index < Math.min(removedBlocks.length, from + maxDistance); index += 1) {
    const text = removedBlocks[index]?.text ?? '';
    const runs = wordRuns(text, block.text);
    if (text === block.text) return { index, kind: 'form' as const, runs };
    if (similarity(runs) >= similarityMin) return { index, kind: 'changed' as const, runs };
  }
  return null;
}

function line(kind: Line['kind'], { kind: block, depth }: TextBlock, runs: readonly Run[]): Line {
  return { kind, block, depth, runs };
}

const lineOut = (block: TextBlock) => line('out', block, [{ kind: 'out', text: block.text }]);
const lineSame = (block: TextBlock) => line('same', block, [{ kind: 'same', text: block.text }]);

/** Compares two ordered lists, item by item. */
export function listLines(before: readonly string[], after: readonly string[]): Line[] {
  return diffArrays([...before], [...after]).flatMap(({ added, removed, value }) => {
    const kind = added ? 'in' : removed ? 'out' : 'same';
    return value.map((text): Line => ({ kind, block: 'item', depth: 0, runs: [{ kind, text }] }));
  });
}
