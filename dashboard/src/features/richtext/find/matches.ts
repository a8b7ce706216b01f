import type { Node } from '@tiptap/pm/model';
import { combiningAccent, type FoldedText, foldForFind } from './fold.ts';

export interface Query {
  words: string;
  isCaseMatched: boolean;
}

/** The range of a match in the document. */
export interface Match {
  from: number;
  to: number;
}

/** Folded texts by block. Blocks are immutable, so typing folds only the changed one again. */
const foldedBlocks = { exact: new WeakMap<Node, FoldedText>(), loose: new WeakMap<Node, FoldedText>() };

function foldBlock(block: Node, isCaseMatched: boolean): FoldedText {
  const texts = isCaseMatched ? foldedBlocks.exact : foldedBlocks.loose;
  const cached = texts.get(block);
  if (cached !== undefined) return cached;
  // A line break counts as one character, as in the document.
  const folded = foldForFind(block.textBetween(0, block.content.size, '\n', '\n'), isCaseMatched);
  texts.set(block, folded);
  return folded;
}

/** The matches in one block, relative to its start. */
function findInBlock(block: Node, words: string, isCaseMatched: boolean): Match[] {
  const { text, positions } = foldBlock(block, isCaseMatched);
  const matches: Match[] = [];
  for (let at = text.indexOf(words); at >= 0;) {
    const end = at + words.length;
    const isWholeLetters =
      isBoundary(positions, at) && isBoundary(positions, end) && !combiningAccent.test(text.charAt(end));
    if (isWholeLetters) matches.push({ from: positions?.[at] ?? at, to: positions?.[end] ?? end });
    at = text.indexOf(words, isWholeLetters ? end : at + 1);
  }
  return matches;
}

/** Whether a position of the folded text is between two characters of the original, not inside one. */
function isBoundary(positions: FoldedText['positions'], at: number): boolean {
  return positions === null || at === 0 || positions[at] !== positions[at - 1];
}

/** Visits each block with matches; `at` is the start of its content, and matches are relative to it. */
export function eachBlock(
  doc: Node,
  { words, isCaseMatched }: Query,
  visit: (block: Node, at: number, matches: readonly Match[]) => void,
): void {
  const folded = foldForFind(words, isCaseMatched).text;
  if (folded === '') return;
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    const matches = findInBlock(node, folded, isCaseMatched);
    if (matches.length > 0) visit(node, pos + 1, matches);
    return false;
  });
}

/** All matches, in document order. */
export function findMatches(doc: Node, query: Query): Match[] {
  const all: Match[] = [];
  eachBlock(doc, query, (_block, at, matches) => {
    for (const { from, to } of matches) all.push({ from: at + from, to: at + to });
  });
  return all;
}
