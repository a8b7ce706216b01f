import type { Node } from '@tiptap/pm/model';
import { accent, type Folded, foldWords } from './fold.ts';

export interface Query {
  words: string;
  isCaseMatched: boolean;
}

/** A place of the document that has the words. */
export interface Match {
  from: number;
  to: number;
}

/** Folded texts of the blocks, which never change: typing in one folds that one again. */
const kept = { exact: new WeakMap<Node, Folded>(), loose: new WeakMap<Node, Folded>() };

function foldedBlock(block: Node, isCaseMatched: boolean): Folded {
  const texts = isCaseMatched ? kept.exact : kept.loose;
  const known = texts.get(block);
  if (known !== undefined) return known;
  // A line break counts as one sign, as it does in the document.
  const made = foldWords(block.textBetween(0, block.content.size, '\n', '\n'), isCaseMatched);
  texts.set(block, made);
  return made;
}

/** Where the words stand in one block, from its beginning. */
function matchesIn(block: Node, words: string, isCaseMatched: boolean): Match[] {
  const { text, places } = foldedBlock(block, isCaseMatched);
  const found: Match[] = [];
  for (let at = text.indexOf(words); at >= 0;) {
    const end = at + words.length;
    const isWhole = isBoundary(places, at) && isBoundary(places, end) && !accent.test(text.charAt(end));
    if (isWhole) found.push({ from: places?.[at] ?? at, to: places?.[end] ?? end });
    at = text.indexOf(words, isWhole ? end : at + 1);
  }
  return found;
}

/** Whether a place of the folded text lies between two letters of the original, and not inside of one. */
function isBoundary(places: Folded['places'], at: number): boolean {
  return places === null || at === 0 || places[at] !== places[at - 1];
}

/** Visits the blocks that have the words; matches count from the beginning of the block's content, which `at` names. */
export function eachBlock(
  doc: Node,
  { words, isCaseMatched }: Query,
  visit: (block: Node, at: number, matches: readonly Match[]) => void,
): void {
  const folded = foldWords(words, isCaseMatched).text;
  if (folded === '') return;
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    const matches = matchesIn(node, folded, isCaseMatched);
    if (matches.length > 0) visit(node, pos + 1, matches);
    return false;
  });
}

/** All places that have the words, in their order. */
export function findMatches(doc: Node, query: Query): Match[] {
  const all: Match[] = [];
  eachBlock(doc, query, (_block, at, matches) => {
    for (const { from, to } of matches) all.push({ from: at + from, to: at + to });
  });
  return all;
}
