import type { ComponentType } from 'react';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../../fields/context.ts';
import { useArticle, useText } from '../context.ts';
import { type AdvisedLength, lengthVerdict } from './length.ts';

/** A text with a bar that says how much of it will be shown. */
export function lengthWidget(
  advised: AdvisedLength & { rows: number; fallback: string },
): ComponentType<WidgetProps> {
  return function LengthWidget({ field, value, onChange, error }: WidgetProps) {
    const text = typeof value === 'string' ? value : '';
    const { editor } = useArticle();
    const fallback = useText(editor, advised.fallback);
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
                placeholder={fallback}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            ) : (
              <textarea
                {...ids}
                className="input"
                rows={advised.rows}
                placeholder={fallback}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            )}
            <LengthBar length={[...(text || fallback)].length} advised={advised} isOwn={text !== ''} />
          </>
        )}
      </Field>
    );
  };
}

interface LengthBarProps {
  length: number;
  advised: AdvisedLength;
  /** Whether it was written for this, and is not the text that stands in. */
  isOwn: boolean;
}

function LengthBar({ length, advised, isOwn }: LengthBarProps) {
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
        {isOwn || length === 0 ? '' : 'Default: '}
        {length} of {advised.to} characters, {words}
      </span>
    </span>
  );
}
