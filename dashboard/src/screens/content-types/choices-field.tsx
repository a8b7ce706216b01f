import { GripVertical, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Choice } from '../../../../src/fields/schema.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { moved, useDragOrder } from '../../components/drag-order.ts';
import { useFault } from '../../components/form.tsx';
import { keyOf } from './key-of.ts';

interface ChoicesFieldProps {
  name: string;
  choices: readonly Choice[];
  onChange: (choices: Choice[]) => void;
}

/** The list that a choice field offers: labels for people, values for the API, in an order of their own. */
export function ChoicesField({ name, choices, onChange }: ChoicesFieldProps) {
  const legend = useId();
  const fault = useFault(name);
  const list = useRef<HTMLUListElement>(null);
  const [isNew, setNew] = useState(false);
  const { dragged, grip } = useDragOrder(list, (from, to) => onChange(moved(choices, from, to)));
  const change = (index: number, part: Partial<Choice>) =>
    onChange(choices.map((choice, place) => (place === index ? { ...choice, ...part } : choice)));
  const relabel = (index: number, label: string) => {
    const { value = '', label: before = '' } = choices[index] ?? {};
    const follows = value === '' || value === valueOf(before);
    change(index, follows ? { label, value: valueOf(label) } : { label });
  };
  const add = () => {
    setNew(true);
    onChange([...choices, { value: '', label: '' }]);
  };
  return (
    <fieldset aria-labelledby={legend} className="choices-field">
      <div className="field-label" id={legend}>
        Choices
      </div>
      {choices.length === 0 ? null : (
        <ul ref={list} className="choices-list">
          {choices.map(({ value, label }, index) => (
            <li key={index} data-sort className={dragged === index ? 'is-dragged' : undefined}>
              <button
                type="button"
                className="grip"
                aria-label={`Move choice ${label}: arrow keys`}
                {...grip(index)}
              >
                <GripVertical size={15} aria-hidden />
              </button>
              <input
                className="input"
                aria-label={`Label of choice ${index + 1}`}
                placeholder="Label"
                value={label}
                autoFocus={isNew && index === choices.length - 1}
                onChange={(event) => relabel(index, event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  add();
                }}
              />
              <input
                className="input code"
                aria-label={`Value of choice ${index + 1}`}
                placeholder="value"
                value={value}
                spellCheck={false}
                onChange={(event) => change(index, { value: event.target.value })}
              />
              <IconButton
                label={`Remove choice ${label}`}
                icon={X}
                onClick={() => onChange(choices.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button icon={Plus} variant="quiet" onClick={add}>
          Add a choice
        </Button>
      </div>
    </fieldset>
  );
}

/** `In stock` -> `in_stock`; a label that begins with a digit keeps it, unlike a key. */
function valueOf(label: string): string {
  return keyOf(`v${label}`).slice(1).replace(/^_+/, '');
}
