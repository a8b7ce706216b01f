import { type Editor, useEditorState } from '@tiptap/react';
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { counted } from '../../../components/base/counted.ts';
import { findingIn, moveOn, stepSearch } from './find-plugin.ts';
import type { Query } from './matches.ts';
import { replaceAll, replaceOne } from './replace.ts';
import './find.css';

interface FindBarProps {
  editor: Editor;
  /** How often it was asked for: each time the keyboard comes to it, with the words that are selected. */
  asked: number;
  onClose: () => void;
}

/** Finds words in the text and replaces them. */
export function FindBar({ editor, asked, onClose }: FindBarProps) {
  const [query, setQuery] = useState<Query>({ words: '', isCaseMatched: false });
  const [instead, setInstead] = useState('');
  const [replacedCount, setReplaced] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { count, active } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      count: findingIn(state).matches.length,
      active: findingIn(state).active,
    }),
  });
  // Said and not enforced: a disabled button would lose the keyboard with the last match.
  const isNone = count === 0;
  const search = (changed: Partial<Query>) => {
    const next = { ...query, ...changed };
    setQuery(next);
    setReplaced(null);
    stepSearch(editor, { query: next });
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
  }, [editor, asked]);
  useEffect(() => () => endSearch(editor), [editor]);

  const go = (by: 1 | -1) => {
    setReplaced(null);
    moveOn(editor, by);
    showMatch(editor);
  };
  const replace = () => {
    replaceOne(editor, instead);
    showMatch(editor);
  };
  const all = () => {
    if (!isNone) void replaceAll(editor, instead).then(setReplaced);
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
        onKeyDown={(event) => onKey(event, (isBack) => go(isBack ? -1 : 1))}
      />
      <span className="find-count" role="status">
        {replacedCount !== null
          ? `${counted(replacedCount, 'match', 'matches')} replaced`
          : query.words === ''
            ? ''
            : isNone
              ? 'No matches'
              : `${active + 1} of ${count}`}
      </span>
      <IconButton
        label="Match case"
        icon={CaseSensitive}
        aria-pressed={query.isCaseMatched}
        onClick={() => search({ isCaseMatched: !query.isCaseMatched })}
      />
      <IconButton label="Previous match" icon={ChevronUp} aria-disabled={isNone} onClick={() => go(-1)} />
      <IconButton label="Next match" icon={ChevronDown} aria-disabled={isNone} onClick={() => go(1)} />
      <input
        className="input find-input"
        aria-label="Replace with"
        placeholder="Replace with"
        dir="auto"
        value={instead}
        onChange={(event) => setInstead(event.target.value)}
        onKeyDown={(event) => onKey(event, replace)}
      />
      <Button aria-disabled={isNone} onClick={replace}>
        Replace
      </Button>
      <Button aria-disabled={isNone} onClick={all}>
        Replace all
      </Button>
      <IconButton label="Close find" icon={X} onClick={onClose} />
    </div>
  );
}

/** What is selected within one block; longer stretches are rarely what a person searches for. */
function selectedWords({ state: { selection, doc } }: Editor): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) ? doc.textBetween(from, to, '\n', '\n').split('\n', 1).join('') : '';
}

/** Leaves the match that was looked at selected, and the keyboard in the text. */
function endSearch(editor: Editor): void {
  if (editor.isDestroyed) return;
  const { matches, active } = findingIn(editor.state);
  const match = matches[active];
  stepSearch(editor, { query: { words: '', isCaseMatched: false } });
  if (match !== undefined) editor.commands.setTextSelection(match);
}

/** Brings the match that is looked at into sight, when it is not. */
function showMatch({ view }: Editor): void {
  const mark = view.dom.querySelector('.find-active');
  const bar = view.dom.closest('.richtext')?.querySelector('.find-bar');
  if (mark === null) return;
  const { top, bottom } = mark.getBoundingClientRect();
  const above = bar?.getBoundingClientRect().bottom ?? 0;
  if (top < above || bottom > window.innerHeight - 24) mark.scrollIntoView({ block: 'center' });
}
