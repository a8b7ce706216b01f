import { useEffect, useState } from 'react';
import { CheckField, Field } from '../../../components/form/field.tsx';
import { ChoiceBox, searchedChoicesMin } from '../picker/choice-box.tsx';
import type { WidgetProps } from '../context.ts';

const notANumber = 'Enter a number.';

/** Reads a number; null for an empty text, undefined if it is not a number. */
function numberIn(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

/** Shows the typed text with an error while it is not a number yet ("-", "1."). */
export function NumberWidget({ field, value, onChange, onInvalid, error }: WidgetProps) {
  const { required, help, min, max, integer } = field.options;
  const [draftText, setDraftText] = useState<string | null>(null);
  const currentText = draftText ?? (typeof value === 'number' ? String(value) : '');
  const isInvalid = draftText !== null && numberIn(draftText) === undefined;
  useEffect(() => () => onInvalid(null), [onInvalid]);
  const type = (text: string) => {
    setDraftText(text);
    const number = numberIn(text);
    onInvalid(number === undefined ? notANumber : null);
    if (number !== undefined) onChange(number);
  };
  return (
    <Field
      label={field.label}
      required={required}
      error={isInvalid ? notANumber : error}
      help={help ?? boundsOf(min, max)}
    >
      {(ids) => (
        <input
          {...ids}
          type="text"
          inputMode={integer === true ? 'numeric' : 'decimal'}
          className="input widget-short"
          value={currentText}
          onChange={(event) => type(event.target.value)}
          onBlur={() => (isInvalid ? undefined : setDraftText(null))}
        />
      )}
    </Field>
  );
}

function boundsOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}`;
  if (min !== undefined) return `At least ${min}`;
  return max === undefined ? undefined : `At most ${max}`;
}

/** Three states: yes, no, and not set. */
export function BooleanWidget({ field, value, onChange, error }: WidgetProps) {
  const { help, required } = field.options;
  return (
    <div className="field">
      <div className="widget-row">
        <CheckField
          label={field.label}
          help={help}
          checked={value === true}
          onChange={(checked) => onChange(checked)}
        />
        {value === undefined || value === null ? (
          <span className="widget-note">{required === true ? 'required, not set' : 'not set'}</span>
        ) : (
          <button type="button" className="link-button" onClick={() => onChange(null)}>
            Clear<span className="visually-hidden"> {field.label}</span>
          </button>
        )}
      </div>
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export function SelectWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help, choices = [] } = field.options;
  const chosen = typeof value === 'string' ? value : '';
  const isGone = chosen !== '' && !choices.some((choice) => choice.value === chosen);
  const removedChoice = { value: chosen, label: `${chosen} (no longer a choice)` };
  const offered = isGone ? [removedChoice, ...choices] : choices;
  const none = required === true ? 'Choose…' : '—';
  return (
    <Field label={field.label} required={required} error={error} help={help}>
      {(ids) =>
        offered.length >= searchedChoicesMin ? (
          <ChoiceBox
            ids={ids}
            choices={offered}
            chosen={chosen}
            placeholder={none}
            onChoose={(choice) => onChange(choice)}
          />
        ) : (
          <select
            {...ids}
            className="input select widget-short"
            value={chosen}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          >
            <option value="">{none}</option>
            {offered.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
