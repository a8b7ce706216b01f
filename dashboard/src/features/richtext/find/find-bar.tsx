import { type Editor, useEditorState } from '@tiptap/react';
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { counted } from '../../../components/base/counted.ts';
import { searchStateOf, moveToMatch, updateSearch } from './find-plugin.ts';
import type { Query } from './matches.ts';
import { replaceAll, replaceOne } from './replace.ts';
import './find.css';

interface FindBarProps {
  editor: Editor;
  /** Incremented each time the bar is requested; focuses the input and searches the selected words. */
  openCount: number;
  onClose: () => void;
}

/** Finds words in the text and replaces them. */
export function FindBar({ editor, openCount, onClose }: FindBarProps) {
  const [query, setQuery] = useState<Query>({ words: '', isCaseMatched: false });
  const [replacement, setReplacement] = useState('');
  const [replacedCount, setReplaced] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { count, active } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      count: searchStateOf(state).matches.length,
      active: searchStateOf(state).active,
    }),
  });
  // With `aria-disabled`, because a disabled button would lose the focus after the last match.
  const hasNoMatches = count === 0;
  const search = (changed: Partial<Query>) => {
    const next = { ...query, ...changed };
    setQuery(next);
    setReplaced(null);
    updateSearch(editor, { query: next });
    showMatch(editor);
  };
  const searchRef = useRef(search);
  useEffect(() => {
    searchRef.current = search;
  });
  useEffect(() => {
    const words = selectedWords(editor);
    if (words !== '') searchRef.current({ words });
    input.current?.focus();
    requestAnimationFrame(() => input.current?.select());
  }, [editor, openCount]);
  useEffect(() => () => endSearch(editor), [editor]);

  const goToMatch = (offset: 1 | -1) => {
    setReplaced(null);
    moveToMatch(editor, offset);
    showMatch(editor);
  };
  const replace = () => {
    replaceOne(editor, replacement);
    showMatch(editor);
  };
  const replaceEvery = () => {
    if (!hasNoMatches) void replaceAll(editor, replacement).then(setReplaced);
  };
  const onKey = (event: KeyboardEvent, run: (isBack: boolean) => void) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    run(event.shiftKey);
  };
  return (
    <div className="find-bar" role="search" aria-label="Find in this text">
      <input
        ref={input}
        className="input find-input"
        aria-label="Find"
        placeholder="Find"
        dir="auto"
        value={query.words}
        onChange={(event) => search({ words: event.target.value })}
        onKeyDown={(event) => onKey(event, (isBack) => goToMatch(isBack ? -1 : 1))}
      />
      <span className="find-count" role="status">
        {replacedCount !== null
          ? `${counted(replacedCount, 'match', 'matches')} replaced`
          : query.words === ''
            ? ''
            : hasNoMatches
              ? 'No matches'
              : `${active + 1} of ${count}`}
      </span>
      <IconButton
        label="Match case"
        icon={CaseSensitive}
        aria-pressed={query.isCaseMatched}
        onClick={() => search({ isCaseMatched: !query.isCaseMatched })}
      />
      <IconButton
        label="Previous match"
        icon={ChevronUp}
        aria-disabled={hasNoMatches}
        onClick={() => goToMatch(-1)}
      />
      <IconButton
        label="Next match"
        icon={ChevronDown}
        aria-disabled={hasNoMatches}
        onClick={() => goToMatch(1)}
      />
      <input
        className="input find-input"
        aria-label="Replace with"
        placeholder="Replace with"
        dir="auto"
        value={replacement}
        onChange={(event) => setReplacement(event.target.value)}
        onKeyDown={(event) => onKey(event, replace)}
      />
      <Button aria-disabled={hasNoMatches} onClick={replace}>
        Replace
      </Button>
      <Button aria-disabled={hasNoMatches} onClick={replaceEvery}>
        Replace all
      </Button>
      <IconButton label="Close find" icon={X} onClick={onClose} />
    </div>
  );
}

/** The selected words if they are within one block; longer selections are rarely meant as a search. */
function selectedWords({ state: { selection, doc } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) ? doc.textBetween(from, to, '\n', '\n').split('\n', 1).join('') : '';
}

/** Ends the search and selects the active match. */
function endSearch(editor: Editor): void {
  if (editor.isDestroyed) return;
  const { matches, active } = searchStateOf(editor.state);
  const match = matches[active];
  updateSearch(editor, { query: { words: '', isCaseMatched: false } });
  if (match !== undefined) editor.commands.setTextSelection(match);
}

/** Scrolls to the active match if it is not visible. */
function showMatch({ view }: Editor): void {
  const mark = view.dom.querySelector('.find-active');
  const bar = view.dom.closest('.richtext')?.querySelector('.find-bar');
  if (mark === null) return;
  const { top, bottom } = mark.getBoundingClientRect();
  const above = bar?.getBoundingClientRect().bottom ?? 0;
  if (top < above || bottom > window.innerHeight - 24) mark.scrollIntoView({ block: 'center' });
}
