import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '../../components/overlay/dialog.tsx';
import '../fields/picker/picker.css';

export interface Choice {
  value: string;
  label: string;
  detail: string;
  /** Why it can't be picked; null if it can. */
  disabledReason: string | null;
}

interface ChoiceDialogProps {
  title: string;
  placeholder: string;
  choices: readonly Choice[];
  /** Shown if there are no choices at all. */
  emptyText: string;
  /** Creates what the search did not find; absent if that is not possible. */
  create?: { label: (words: string) => string; run: (words: string) => void };
  onPick: (value: string) => void;
  onClose: () => void;
}

/** Picks one of several choices by search, arrow keys and Enter. Disabled choices show the reason. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { title, placeholder, choices, emptyText, create, onPick, onClose } = props;
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = choices.filter(({ label, detail, value }) => {
    const text = `${label} ${detail} ${value}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
  const canCreate = create !== undefined && words.trim() !== '';
  const count = matches.length + (canCreate ? 1 : 0);
  const activeIndex = Math.min(active, Math.max(0, count - 1));
  const pick = (choice: Choice | undefined) => {
    if (choice === undefined) create?.run(words.trim());
    else if (choice.disabledReason === null) onPick(choice.value);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((activeIndex + step + count) % Math.max(1, count));
    else if (event.key !== 'Enter') return;
    else if (count > 0) pick(matches[activeIndex]);
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={placeholder}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={count > 0 ? `${listId}-${activeIndex}` : undefined}
        placeholder={placeholder}
        value={words}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => (setWords(event.target.value), setActive(0))}
      />
      <ul className="picker-list" role="listbox" id={listId} aria-label="Found">
        {matches.map((choice, index) => (
          <li
            key={choice.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            aria-disabled={choice.disabledReason !== null}
            className="picker-option"
            onMouseMove={() => setActive(index)}
            onClick={() => pick(choice)}
          >
            <span className="picker-title">{choice.label}</span>
            <span className="picker-detail">{choice.disabledReason ?? choice.detail}</span>
          </li>
        ))}
        {canCreate ? (
          <li
            id={`${listId}-${matches.length}`}
            role="option"
            aria-selected={activeIndex === matches.length}
            className="picker-option"
            onMouseMove={() => setActive(matches.length)}
            onClick={() => pick(undefined)}
          >
            <span className="picker-title">{create.label(words.trim())}</span>
          </li>
        ) : null}
      </ul>
      {count === 0 ? (
        <p className="picker-none" role="status">
          {choices.length === 0 ? emptyText : 'Nothing found.'}
        </p>
      ) : null}
    </Dialog>
  );
}
