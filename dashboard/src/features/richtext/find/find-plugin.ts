import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findMatches, type Match, type Query } from './matches.ts';

export interface SearchState extends Query {
  matches: readonly Match[];
  /** Index of the active match; -1 if there is none. */
  active: number;
  decorations: DecorationSet;
}

/** A change of the search. The active match is set by index, or as the first one after a position. */
interface SearchUpdate {
  query?: Query;
  active?: number;
  after?: number;
}

const key = new PluginKey<SearchState>('find');

/** Number of matches marked before and after the active one; each mark is a DOM element. */
const maxMarksPerSide = 200;

const noSearch: SearchState = {
  words: '',
  isCaseMatched: false,
  matches: [],
  active: -1,
  decorations: DecorationSet.empty,
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
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});

function apply(tr: Transaction, previous: SearchState): SearchState {
  const update = tr.getMeta(key) as SearchUpdate | undefined;
  if (update === undefined && !tr.docChanged) return previous;
  const { words, isCaseMatched } = update?.query ?? previous;
  if (words === '') return noSearch;
  const canReuseMatches = update?.query === undefined && !tr.docChanged;
  const matches = canReuseMatches ? previous.matches : findMatches(tr.doc, { words, isCaseMatched });
  const activeMatch = previous.matches[previous.active];
  const after =
    update?.after ?? (activeMatch === undefined ? tr.selection.from : tr.mapping.map(activeMatch.from));
  const active = update?.active ?? firstAfter(matches, after);
  return { words, isCaseMatched, matches, active, decorations: decorationsOf(tr, matches, active) };
}

/** Index of the first match at or after a position; wraps around at the end. */
function firstAfter(matches: readonly Match[], position: number): number {
  const index = matches.findIndex(({ from }) => from >= position);
  return index >= 0 || matches.length === 0 ? index : 0;
}

function decorationsOf({ doc }: Transaction, matches: readonly Match[], active: number): DecorationSet {
  const first = Math.max(0, active - maxMarksPerSide);
  return DecorationSet.create(
    doc,
    matches
      .slice(first, active + maxMarksPerSide)
      .map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: first + i === active ? 'find-mark find-active' : 'find-mark' }),
      ),
  );
}

/** Changes the query or the active match, optionally in one transaction with a change of the text. */
export function updateSearch(editor: Editor, update: SearchUpdate, tr = editor.state.tr): void {
  editor.view.dispatch(tr.setMeta(key, update));
}

/** Moves to the next or previous match; wraps around. */
export function moveToMatch(editor: Editor, offset: 1 | -1): void {
  const { matches, active } = searchStateOf(editor.state);
  if (matches.length === 0) return;
  updateSearch(editor, { active: (active + offset + matches.length) % matches.length });
}
