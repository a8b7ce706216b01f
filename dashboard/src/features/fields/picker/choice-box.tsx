import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Choice } from '../../../../../src/content/fields/schema.ts';
import './choice-box.css';

/** So many choices are searched by words; a shorter list is the browser's own, which finds by the first letters. */
export const searchedChoicesMin = 16;

interface ChoiceBoxProps {
  /** What ties the control to its label, its help and its error. */
  ids: ComponentProps<'input'>;
  choices: readonly Choice[];
  /** The value that is chosen; empty for none. */
  chosen: string;
  /** What stands there while none is chosen. */
  placeholder: string;
  onChoose: (value: string | null) => void;
}

/** One choice out of many, found by words that its label has anywhere. Emptying the field takes the choice away. */
export function ChoiceBox({ ids, choices, chosen, placeholder, onChoose }: ChoiceBoxProps) {
  /** What is looked for; null while the list is closed. */
  const [words, setWords] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const isOpen = words !== null;
  const found = isOpen ? choices.filter(({ label }) => hasWords(label, words)) : [];
  const at = Math.min(active, found.length - 1);
  const label = choices.find(({ value }) => value === chosen)?.label ?? chosen;
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, isOpen]);

  const look = (next: string | null) => {
    setWords(next);
    setActive(
      next === ''
        ? Math.max(
            0,
            choices.findIndex(({ value }) => value === chosen),
          )
        : 0,
    );
  };
  const choose = (value: string | null) => {
    look(null);
    if (value !== (chosen === '' ? null : chosen)) onChoose(value);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (step !== 0) {
      if (isOpen) setActive((at + step + found.length) % Math.max(1, found.length));
      else look('');
    } else if (isOpen && event.key === 'Enter') choose(found[at]?.value ?? (chosen === '' ? null : chosen));
    else if (isOpen && event.key === 'Escape') look(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="choice-box widget-short">
      <input
        {...ids}
        type="text"
        role="combobox"
        className="input select"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        placeholder={label === '' ? placeholder : label}
        value={words ?? label}
        onClick={() => (isOpen ? undefined : look(''))}
        onChange={({ target }) => look(target.value)}
        onKeyDown={onKey}
        onBlur={() => look(null)}
      />
      {found.length > 0 ? (
        <ul ref={list} className="choice-list" role="listbox" id={listId} aria-label="Choices">
          {found.map(({ value, label: name }, index) => (
            <li
              key={value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => (event.preventDefault(), choose(value))}
            >
              {name}
            </li>
          ))}
        </ul>
      ) : isOpen ? (
        <p className="choice-list choice-none" role="status">
          No matches
        </p>
      ) : null}
      {chosen === '' || isOpen ? null : (
        <button type="button" className="link-button" onClick={() => choose(null)}>
          Clear
        </button>
      )}
    </div>
  );
}

function hasWords(label: string, words: string): boolean {
  const folded = label.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
