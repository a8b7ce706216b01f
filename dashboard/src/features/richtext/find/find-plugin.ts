import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findMatches, type Match, type Query } from './matches.ts';

export interface Finding extends Query {
  matches: readonly Match[];
  /** Which match is looked at; -1 without one. */
  active: number;
  marks: DecorationSet;
}

/** What a step of the search changes; the match that is looked at is named by its number, or is the first one after a place. */
interface Step {
  query?: Query;
  active?: number;
  after?: number;
}

const key = new PluginKey<Finding>('find');

/** How many matches before and after the one that is looked at are marked: a mark is an element of the page. */
const markedMax = 200;

const nothing: Finding = {
  words: '',
  isCaseMatched: false,
  matches: [],
  active: -1,
  marks: DecorationSet.empty,
};

export function findingIn(state: EditorState): Finding {
  return key.getState(state) ?? nothing;
}

/** Marks where the words stand that are searched for, also while the text is written in. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<Finding>({
      key,
      state: { init: () => nothing, apply },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
});

function apply(tr: Transaction, before: Finding): Finding {
  const step = tr.getMeta(key) as Step | undefined;
  if (step === undefined && !tr.docChanged) return before;
  const { words, isCaseMatched } = step?.query ?? before;
  if (words === '') return nothing;
  const isSame = step?.query === undefined && !tr.docChanged;
  const matches = isSame ? before.matches : findMatches(tr.doc, { words, isCaseMatched });
  const looked = before.matches[before.active];
  const after = step?.after ?? (looked === undefined ? tr.selection.from : tr.mapping.map(looked.from));
  const active = step?.active ?? firstAfter(matches, after);
  return { words, isCaseMatched, matches, active, marks: marksOf(tr, matches, active) };
}

/** The first match at a place or after it; behind the last one, the search begins again. */
function firstAfter(matches: readonly Match[], place: number): number {
  const found = matches.findIndex(({ from }) => from >= place);
  return found >= 0 || matches.length === 0 ? found : 0;
}

function marksOf({ doc }: Transaction, matches: readonly Match[], active: number): DecorationSet {
  const first = Math.max(0, active - markedMax);
  return DecorationSet.create(
    doc,
    matches
      .slice(first, active + markedMax)
      .map(({ from, to }, i) =>
        Decoration.inline(from, to, { class: first + i === active ? 'find-mark find-active' : 'find-mark' }),
      ),
  );
}

/** Changes what is searched for or looked at, or both with a change of the text. */
export function stepSearch(editor: Editor, step: Step, tr = editor.state.tr): void {
  editor.view.dispatch(tr.setMeta(key, step));
}

/** Goes on by so many matches, from the last to the first and back. */
export function moveOn(editor: Editor, by: 1 | -1): void {
  const { matches, active } = findingIn(editor.state);
  if (matches.length === 0) return;
  stepSearch(editor, { active: (active + by + matches.length) % matches.length });
}
