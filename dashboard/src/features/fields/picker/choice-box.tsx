import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Choice } from '../../../../../src/content/fields/schema.ts';
import './choice-box.css';

/**
 * From this number of choices on, a search box is shown. Shorter lists are native selects, which search by first
 * letters.
 */
export const searchedChoicesMin = 16;

interface ChoiceBoxProps {
  /** Ties the control to its label, help and error. */
  ids: ComponentProps<'input'>;
  choices: readonly Choice[];
  /** The chosen value; empty for none. */
  chosen: string;
  placeholder: string;
  onChoose: (value: string | null) => void;
}

/** One of many choices, found by words anywhere in its label. Emptying the field clears the choice. */
export function ChoiceBox({ ids, choices, chosen, placeholder, onChoose }: ChoiceBoxProps) {
  /** The search words; null while the list is closed. */
  const [words, setWords] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const isOpen = words !== null;
  const matches = isOpen ? choices.filter(({ label }) => hasWords(label, words)) : [];
  const activeIndex = Math.min(active, matches.length - 1);
  const label = choices.find(({ value }) => value === chosen)?.label ?? chosen;
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, isOpen]);

  const search = (next: string | null) => {
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
    search(null);
    if (value !== (chosen === '' ? null : chosen)) onChoose(value);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (step !== 0) {
      if (isOpen) setActive((activeIndex + step + matches.length) % Math.max(1, matches.length));
      else search('');
    } else if (isOpen && event.key === 'Enter')
      choose(matches[activeIndex]?.value ?? (chosen === '' ? null : chosen));
    else if (isOpen && event.key === 'Escape') search(null);
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
        aria-expanded={matches.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={matches.length > 0 ? `${listId}-${activeIndex}` : undefined}
        placeholder={label === '' ? placeholder : label}
        value={words ?? label}
        onClick={() => (isOpen ? undefined : search(''))}
        onChange={({ target }) => search(target.value)}
        onKeyDown={onKey}
        onBlur={() => search(null)}
      />
      {matches.length > 0 ? (
        <ul ref={list} className="choice-list" role="listbox" id={listId} aria-label="Choices">
          {matches.map(({ value, label: name }, index) => (
            <li
              key={value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
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
  const lowerCaseLabel = label.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCaseLabel.includes(word));
}
