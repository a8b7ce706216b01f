import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { findingIn, stepSearch } from './find-plugin.ts';
import { eachBlock, type Match, type Query } from './matches.ts';

/** Puts other words in the place of the match that is looked at, and looks at the next one. */
export function replaceOne(editor: Editor, words: string): void {
  const { state } = editor;
  const { matches, active } = findingIn(state);
  const match = matches[active];
  const block = match === undefined ? null : state.doc.resolve(match.from);
  if (match === undefined || block === null) return;
  const at = block.start();
  const content = replaced(block.parent, [{ from: match.from - at, to: match.to - at }], words);
  const tr = closeHistory(state.tr).step(stepOf(block.parent, at, content));
  stepSearch(editor, { after: match.from + words.length }, tr);
}

/** How many matches one task of the page replaces: drawing them again must not hold it up. */
const batchMatches = 300;

interface Place {
  block: Node;
  at: number;
  matches: readonly Match[];
}

/**
 * Puts other words in the place of every match, a batch in each task of the page, as one change that one Undo takes back.
 * Nothing can be typed until it is done. Resolves with how many there were.
 */
export async function replaceAll(editor: Editor, words: string): Promise<number> {
  const query = findingIn(editor.state);
  const places: Place[] = [];
  eachBlock(editor.state.doc, query, (block, at, matches) => void places.push({ block, at, matches }));
  let first: Transaction | null = null;
  editor.setEditable(false, false);
  while (places.length > 0 && !editor.isDestroyed) {
    const { tr }: { tr: Transaction } = editor.state;
    if (first === null) closeHistory(tr);
    // The history takes what is appended to a change as a part of it.
    if (first !== null) tr.setMeta('appendedTransaction', first);
    // From the end, so that the places before it stay; one step for each block, however many matches it has.
    for (const { block, at, matches } of lastBatch(places))
      tr.step(stepOf(block, at, replaced(block, matches, words)));
    stepSearch(editor, { query: places.length === 0 ? query : quiet }, tr);
    first ??= tr;
    await new Promise((next) => setTimeout(next));
  }
  if (!editor.isDestroyed) editor.setEditable(true, false);
  return query.matches.length;
}

/** While it is replaced nothing is marked: all would be marked again with each batch. */
const quiet: Query = { words: '', isCaseMatched: false };

/** Takes the last places off the list, from the end. */
function lastBatch(places: Place[]): Place[] {
  const batch: Place[] = [];
  for (let count = 0; count < batchMatches;) {
    const place = places.pop();
    if (place === undefined) break;
    batch.push(place);
    count += place.matches.length;
  }
  return batch;
}

function stepOf(block: Node, at: number, content: Fragment): ReplaceStep {
  return new ReplaceStep(at, at + block.content.size, new Slice(content, 0, 0));
}

/** The content of a block with other words in some places; they look as what they replace does at its beginning. */
function replaced(block: Node, matches: readonly Match[], words: string): Fragment {
  let content = Fragment.empty;
  let at = 0;
  for (const { from, to } of matches) {
    content = content.append(block.content.cut(at, from));
    const marks = block.nodeAt(from)?.marks;
    if (words !== '') content = content.append(Fragment.from(block.type.schema.text(words, marks)));
    at = to;
  }
  return content.append(block.content.cut(at));
}
