import { useEffect, useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../context.ts';
import './text/tags.css';

/** Any JSON value, as text. Invalid text stays in the field, with the line of the error. */
export function JsonWidget({ field, value, onChange, onInvalid, error }: WidgetProps) {
  const { required, help } = field.options;
  const [draftText, setDraftText] = useState<string | null>(null);
  const text = draftText ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const draftError = draftText === null ? null : jsonErrorOf(draftText);
  useEffect(() => () => onInvalid(null), [onInvalid]);
  const type = (next: string) => {
    setDraftText(next);
    const newError = jsonErrorOf(next);
    onInvalid(newError);
    if (newError === null) onChange(next.trim() === '' ? null : (JSON.parse(next) as unknown));
  };
  return (
    <Field label={field.label} required={required} error={draftError ?? error} help={help}>
      {(ids) => (
        <>
          <textarea
            {...ids}
            className="input json-input"
            rows={Math.min(20, Math.max(4, text.split('\n').length))}
            spellCheck={false}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          <div className="widget-row">
            <Button
              variant="quiet"
              disabled={text.trim() === '' || draftError !== null}
              onClick={() => setDraftText(JSON.stringify(JSON.parse(text), null, 2))}
            >
              Format<span className="visually-hidden"> {field.label}</span>
            </Button>
          </div>
        </>
      )}
    </Field>
  );
}

/** Why a text is not JSON, with the line; null for JSON and for an empty text. */
function jsonErrorOf(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    if (position === undefined) return 'This is not JSON yet.';
    return `This is not JSON: look at line ${text.slice(0, Number(position)).split('\n').length}.`;
  }
}
