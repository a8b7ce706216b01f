import { useState } from 'react';
import { limits } from '../../../../../../src/contract/limits.ts';
import { Field } from '../../../../components/form/field.tsx';
import type { WidgetProps } from '../../context.ts';
import './tags.css';

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** The number of remaining characters, shown near the limit. */
function lengthNote(text: string, maxChars: number): string | null {
  const remainingChars = maxChars - [...text].length;
  return remainingChars > Math.max(20, maxChars * 0.1)
    ? null
    : remainingChars >= 0
      ? `${remainingChars} characters left`
      : `${-remainingChars} characters too many`;
}

export function helpOf(help: string | undefined, note: string | null) {
  return note === null ? help : help === undefined ? note : `${help} · ${note}`;
}

const inputTypes = { email: 'email', slug: 'text', color: 'text', time: 'text' } as const;
const placeholders = { email: 'name@example.com', slug: 'my-page', color: '#1f6f5c', time: '18:30' };

export function LineWidget({ field, value, onChange, error }: WidgetProps) {
  const { required, help, format, max_length: maxChars = limits.string_chars_max } = field.options;
  const text = asText(value);
  return (
    <Field
      label={field.label}
      required={required}
      error={error}
      help={helpOf(help, lengthNote(text, maxChars))}
    >
      {(ids) => (
        <div className="widget-row">
          <input
            dir="auto"
            {...ids}
            type={format === undefined ? 'text' : inputTypes[format]}
            className="input"
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
  const { required, help, max_length: maxChars = limits.text_chars_max } = field.options;
  const text = asText(value);
  return (
    <Field
      label={field.label}
      required={required}
      error={error}
      help={helpOf(help, lengthNote(text, maxChars))}
    >
      {(ids) => (
        <textarea
          dir="auto"
          {...ids}
          className="input"
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
  /** The text while it is typed. The stored URL is completed. */
  const [draftText, setDraftText] = useState<string | null>(null);
  const type = (next: string) => {
    setDraftText(next);
    onChange(next.trim() === '' ? null : completeUrl(next.trim()));
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
            value={draftText ?? text}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setDraftText(null)}
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

/** `www.example.org` becomes an https URL. */
function completeUrl(draftText: string): string {
  return /^www\.[^\s/:?#]+\.[a-z]{2,}(?:[/?#:]\S*)?$/i.test(draftText) ? `https://${draftText}` : draftText;
}
