import type { ComponentType } from 'react';
import { Field } from '../components/field.tsx';
import type { WidgetProps } from '../fields/context.ts';
import { type AdvisedLength, lengthVerdict } from './length.ts';

/** A text with a bar that says how much of it will be shown. */
export function lengthWidget(advised: AdvisedLength & { rows: number }): ComponentType<WidgetProps> {
  return function LengthWidget({ field, value, onChange, error }: WidgetProps) {
    const text = typeof value === 'string' ? value : '';
    const change = (typed: string) => onChange(typed === '' ? null : typed);
    return (
      <Field label={field.label} error={error} help={field.options.help}>
        {(ids) => (
          <>
            {advised.rows === 1 ? (
              <input
                {...ids}
                type="text"
                className="input"
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            ) : (
              <textarea
                {...ids}
                className="input"
                rows={advised.rows}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            )}
            <LengthBar length={[...text].length} advised={advised} />
          </>
        )}
      </Field>
    );
  };
}

function LengthBar({ length, advised }: { length: number; advised: AdvisedLength }) {
  const { tone, words } = lengthVerdict(length, advised);
  return (
    <span className={`length length-${tone}`}>
      <span className="length-track" aria-hidden>
        <span
          className="length-fill"
          style={{ inlineSize: `${Math.min(100, (length / advised.to) * 100)}%` }}
        />
      </span>
      <span>
        {length} of {advised.to} characters, {words}
      </span>
    </span>
  );
}
