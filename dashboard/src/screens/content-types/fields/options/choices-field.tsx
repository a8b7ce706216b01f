import type { Choice } from '../../../../../../src/content/fields/schema.ts';
import { LineList } from '../../../../components/form/line-list.tsx';
import { keyOf } from '../key-of.ts';

interface ChoicesFieldProps {
  name: string;
  choices: readonly Choice[];
  onChange: (choices: Choice[]) => void;
}

/** Edits the choices of a field: labels for people and values for the API, in the order of the menu. */
export function ChoicesField({ name, choices, onChange }: ChoicesFieldProps) {
  return (
    <LineList
      label="Choices"
      noun="choice"
      name={name}
      lines={choices}
      onChange={onChange}
      empty={{ value: '', label: '' }}
      nameOf={({ label }) => label}
    >
      {({ value, label }, { index, isNew, change, onEnter }) => (
        <div className="line-inputs">
          <input
            className="input"
            aria-label={`Label of choice ${index + 1}`}
            placeholder="Label"
            value={label}
            autoFocus={isNew}
            onChange={({ target }) => change(changeLabel({ value, label }, target.value))}
            onKeyDown={onEnter}
            onPaste={(event) => {
              const labels = linesOf(event.clipboardData.getData('text/plain'));
              if (labels.length < 2) return;
              event.preventDefault();
              onChange(withLabels(choices, index, labels));
            }}
          />
          <input
            className="input code"
            aria-label={`Value of choice ${index + 1}`}
            placeholder="value"
            value={value}
            spellCheck={false}
            onChange={({ target }) => change({ value: target.value })}
          />
        </div>
      )}
    </LineList>
  );
}

/** The value follows the label until it is edited. */
function changeLabel({ value, label: before }: Choice, label: string): Partial<Choice> {
  return value === '' || value === valueOf(before) ? { label, value: valueOf(label) } : { label };
}

/** `In stock` -> `in_stock`; a label that begins with a digit keeps it, unlike a key. */
function valueOf(label: string): string {
  return keyOf(`v${label}`).slice(1).replace(/^_+/, '');
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Pasting a list adds a choice for each line, in place of an empty choice or after the edited one. */
function withLabels(choices: readonly Choice[], index: number, labels: readonly string[]): Choice[] {
  const precedingChoices = choices.slice(0, choices[index]?.label === '' ? index : index + 1);
  const others = [...precedingChoices, ...choices.slice(index + 1)];
  const newLabels = [...new Set(labels)].filter((label) => !others.some((choice) => choice.label === label));
  const newChoices = newLabels.map((label) => ({ label, value: valueOf(label) }));
  return [...precedingChoices, ...newChoices, ...choices.slice(index + 1)];
}
