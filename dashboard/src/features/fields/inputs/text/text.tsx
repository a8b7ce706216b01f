import { useState } from 'react';
import { limits } from '../../../../../../src/contract/limits.ts';
import { Field } from '../../../../components/form/field.tsx';
import type { WidgetProps } from '../../context.ts';
import './tags.css';

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

const inputTypes = { email: 'email', slug: 'text', color: 'text', time: 'text' } as const;
const placeholders = { email: 'name@example.com', slug: 'my-page', color: '#1f6f5c', time: '18:30' };

export function LineWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help, format, max_length: most = limits.string_chars_max } = field.options;
  const text = asText(value);
  return (
    <Field label={field.label} required={required} error={error} help={helpOf(help, lengthNote(text, most))}>
      {(ids) => (
        <div className="widget-row">
          <input
            {...ids}
            type={format === undefined ? 'text' : inputTypes[format]}
            className="input"
            dir="auto"
            placeholder={format === undefined ? undefined : placeholders[format]}
            value={text}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
          {format === 'color' ? (
            <input
              type="color"
              className="color-swatch"
              aria-label={`Pick ${field.label}`}
              value={/^#[0-9a-f]{6}/i.test(text) ? text.slice(0, 7) : '#000000'}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : null}
        </div>
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
