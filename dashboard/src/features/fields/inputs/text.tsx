import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../context.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** How many characters are left, once it matters. */
function lengthNote(text: string, most: number): string | null {
  const left = most - [...text].length;
  return left > Math.max(20, most * 0.1)
    ? null
    : left >= 0
      ? `${left} characters left`
      : `${-left} characters too many`;
}

function helpOf(help: string | undefined, note: string | null) {
  return note === null ? help : help === undefined ? note : `${help} · ${note}`;
}

export function StringWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help, max_length: most = limits.string_chars_max } = field.options;
  const text = asText(value);
  return (
    <Field label={field.label} required={required} error={error} help={helpOf(help, lengthNote(text, most))}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          className="input"
          dir="auto"
          value={text}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help, max_length: most = limits.text_chars_max } = field.options;
  const text = asText(value);
  return (
    <Field label={field.label} required={required} error={error} help={helpOf(help, lengthNote(text, most))}>
      {(ids) => (
        <textarea
          {...ids}
          className="input"
          dir="auto"
          rows={4}
          value={text}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      )}
    </Field>
  );
}

export function UrlWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help } = field.options;
  const text = asText(value);
  /** What stands in the field while it is typed; what is stored is completed. */
  const [typed, setTyped] = useState<string | null>(null);
  const type = (next: string) => {
    setTyped(next);
    onChange(next.trim() === '' ? null : completedUrl(next.trim()));
  };
  const isOpen = /^https?:\/\//i.test(text) && URL.canParse(text);
  return (
    <Field label={field.label} required={required} error={error} help={help}>
      {(ids) => (
        <div className="widget-row">
          <input
            {...ids}
            type="url"
            inputMode="url"
            className="input"
            placeholder="https:// or /path"
            value={typed ?? text}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(null)}
          />
          {isOpen ? (
            <a className="widget-open" href={text} target="_blank" rel="noopener noreferrer nofollow">
              Open
            </a>
          ) : null}
        </div>
      )}
    </Field>
  );
}

/** `www.example.org` is meant as https. */
function completedUrl(typed: string): string {
  return /^www\.[^\s/:?#]+\.[a-z]{2,}(?:[/?#:]\S*)?$/i.test(typed) ? `https://${typed}` : typed;
}
