import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findMatches, type Match, type Query } from './matches.ts';

export interface SearchState extends Query {
  matches: readonly Match[];
  /** Index of the active match; -1 if there is none. */
  active: number;
  marks: DecorationSet;
}

/** A change of the search. The active match is set by index, or as the first one after a position. */
interface SearchStep {
  query?: Query;
  active?: number;
  after?: number;
}

const key = new PluginKey<SearchState>('find');

/** Number of matches marked before and after the active one; each mark is a DOM element. */
const maxMarks = 200;

const noSearch: SearchState = {
  words: '',
  isCaseMatched: false,
  matches: [],
  active: -1,
  marks: DecorationSet.empty,
};

export function searchStateOf(state: EditorState): SearchState {
  return key.getState(state) ?? noSearch;
}

/** Marks the matches of a search and updates them while the text changes. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<SearchState>({
      key,
      state: { init: () => noSearch, apply },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
});

function apply(tr: Transaction, before: SearchState): SearchState {
  const step = tr.getMeta(key) as SearchStep | undefined;
  if (step === undefined && !tr.docChanged) return before;
  const { words, isCaseMatched } = step?.query ?? before;
  if (words === '') return noSearch;
  const isSame = step?.query === undefined && !tr.docChanged;
  const matches = isSame ? before.matches : findMatches(tr.doc, { words, isCaseMatched });
  const activeMatch = before.matches[before.active];
  const after =
    step?.after ?? (activeMatch === undefined ? tr.selection.from : tr.mapping.map(activeMatch.from));
  const active = step?.active ?? firstAfter(matches, after);
  return { words, isCaseMatched, matches, active, marks: marksOf(tr, matches, active) };
}

/** Index of the first match at or after a position; wraps around at the end. */
function firstAfter(matches: readonly Match[], position: number): number {
  const index = matches.findIndex(({ from }) => from >= position);
  return index >= 0 || matches.length === 0 ? index : 0;
}

function marksOf({ doc }: Transaction, matches: readonly Match[], active: number): DecorationSet {
  const first = Math.max(0, active - maxMarks);
  return DecorationSet.create(
    doc,
    matches
      .slice(first, active + maxMarks)
      .map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: first + i === active ? 'find-mark find-active' : 'find-mark' }),
      ),
  );
}

/** Changes the query or the active match, optionally in one transaction with a change of the text. */
export function updateSearch(editor: Editor, step: SearchStep, tr = editor.state.tr): void {
  editor.view.dispatch(tr.setMeta(key, step));
}

/** Moves to the next or previous match; wraps around. */
export function moveToMatch(editor: Editor, offset: 1 | -1): void {
  const { matches, active } = searchStateOf(editor.state);
  if (matches.length === 0) return;
  updateSearch(editor, { active: (active + offset + matches.length) % matches.length });
}
