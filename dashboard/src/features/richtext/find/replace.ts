import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { searchStateOf, updateSearch } from './find-plugin.ts';
import { eachBlock, type Match, type Query } from './matches.ts';

/** Replaces the active match and moves to the next one. */
export function replaceOne(editor: Editor, replacement: string): void {
  const { state } = editor;
  const { matches, active } = searchStateOf(state);
  const match = matches[active];
  const block = match === undefined ? null : state.doc.resolve(match.from);
  if (match === undefined || block === null) return;
  const at = block.start();
  const content = replaceMatches(block.parent, [{ from: match.from - at, to: match.to - at }], replacement);
  const tr = closeHistory(state.tr).step(replaceContent(block.parent, at, content));
  updateSearch(editor, { after: match.from + replacement.length }, tr);
}

/** Number of matches replaced per task, so that rendering them doesn't block the page. */
const batchMatches = 300;

interface BlockMatches {
  block: Node;
  at: number;
  matches: readonly Match[];
}

/**
 * Replaces all matches, one batch per task, as a single undo step. The editor is read-only meanwhile. Resolves with the
 * number of matches.
 */
export async function replaceAll(editor: Editor, replacement: string): Promise<number> {
  const search = searchStateOf(editor.state);
  const blocks: BlockMatches[] = [];
  eachBlock(editor.state.doc, search, (block, at, matches) => void blocks.push({ block, at, matches }));
  let first: Transaction | null = null;
  editor.setEditable(false, false);
  while (blocks.length > 0 && !editor.isDestroyed) {
    const { tr }: { tr: Transaction } = editor.state;
    if (first === null) closeHistory(tr);
    // The history adds appended transactions to the undo step of the first one.
    if (first !== null) tr.setMeta('appendedTransaction', first);
    // From the end, so that earlier positions stay valid; one step per block, whatever its number of matches.
    for (const { block, at, matches } of takeLastBatch(blocks))
      tr.step(replaceContent(block, at, replaceMatches(block, matches, replacement)));
    updateSearch(editor, { query: blocks.length === 0 ? search : emptyQuery }, tr);
    first ??= tr;
    await new Promise((next) => setTimeout(next));
  }
  if (!editor.isDestroyed) editor.setEditable(true, false);
  return search.matches.length;
}

/** Shows no highlights while matches are replaced, because each batch would render all of them again. */
const emptyQuery: Query = { words: '', isCaseMatched: false };

/** Takes the last blocks off the list, from the end. */
function takeLastBatch(blocks: BlockMatches[]): BlockMatches[] {
  const batch: BlockMatches[] = [];
  for (let count = 0; count < batchMatches;) {
    const block = blocks.pop();
    if (block === undefined) break;
    batch.push(block);
    count += block.matches.length;
  }
  return batch;
}

function replaceContent(block: Node, at: number, content: Fragment): ReplaceStep {
  return new ReplaceStep(at, at + block.content.size, new Slice(content, 0, 0));
}

/** Replaces matches in the content of a block; the replacement gets the marks at the start of each match. */
function replaceMatches(block: Node, matches: readonly Match[], replacement: string): Fragment {
  let content = Fragment.empty;
  let at = 0;
  for (const { from, to } of matches) {
    content = content.append(block.content.cut(at, from));
    const marks = block.nodeAt(from)?.marks;
    if (replacement !== '')
      content = content.append(Fragment.from(block.type.schema.text(replacement, marks)));
    at = to;
  }
  return content.append(block.content.cut(at));
}
