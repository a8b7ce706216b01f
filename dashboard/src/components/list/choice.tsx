import './list-tools.css';

interface ChoiceProps {
  label: string;
  value: string | undefined;
  /** Values with their names. The empty value means no filter. */
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string | undefined) => void;
}

/** A menu that filters or sorts a list. */
export function Choice({ label, value = '', choices, onChange }: ChoiceProps) {
  return (
    <select
      className="input select list-choice"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
