import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '../../components/overlay/dialog.tsx';
import '../fields/picker/picker.css';

export interface Choice {
  value: string;
  label: string;
  detail: string;
  /** Why it cannot be taken now; null where it can. */
  refusal: string | null;
}

interface ChoiceDialogProps {
  title: string;
  placeholder: string;
  choices: readonly Choice[];
  /** Said where there is nothing at all. */
  none: string;
  /** Makes what was looked for and is not there; absent where that makes no sense. */
  create?: { label: (words: string) => string; run: (words: string) => void };
  onPick: (value: string) => void;
  onClose: () => void;
}

/** One of a list, looked for by its words and taken with the arrows and Enter. What cannot be taken says why. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { title, placeholder, choices, none, create, onPick, onClose } = props;
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, detail, value }) => {
    const text = `${label} ${detail} ${value}`.toLowerCase();
    return asked.every((word) => text.includes(word));
  });
  const isNew = create !== undefined && words.trim() !== '';
  const count = found.length + (isNew ? 1 : 0);
  const at = Math.min(active, Math.max(0, count - 1));
  const pick = (choice: Choice | undefined) => {
    if (choice === undefined) create?.run(words.trim());
    else if (choice.refusal === null) onPick(choice.value);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((at + step + count) % Math.max(1, count));
    else if (event.key !== 'Enter') return;
    else if (count > 0) pick(found[at]);
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
        aria-activedescendant={count > 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        value={words}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => (setWords(event.target.value), setActive(0))}
      />
      <ul className="picker-list" role="listbox" id={listId} aria-label="Found">
        {found.map((choice, index) => (
          <li
            key={choice.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={choice.refusal !== null}
            className="picker-option"
            onMouseMove={() => setActive(index)}
            onClick={() => pick(choice)}
          >
            <span className="picker-title">{choice.label}</span>
            <span className="picker-detail">{choice.refusal ?? choice.detail}</span>
          </li>
        ))}
        {isNew ? (
          <li
            id={`${listId}-${found.length}`}
            role="option"
            aria-selected={at === found.length}
            className="picker-option"
            onMouseMove={() => setActive(found.length)}
            onClick={() => pick(undefined)}
          >
            <span className="picker-title">{create.label(words.trim())}</span>
          </li>
        ) : null}
      </ul>
      {count === 0 ? (
        <p className="picker-none" role="status">
          {choices.length === 0 ? none : 'Nothing found.'}
        </p>
      ) : null}
    </Dialog>
  );
}
