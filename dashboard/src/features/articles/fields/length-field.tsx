import type { ComponentType } from 'react';
import { Field } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../../fields/context.ts';
import { useArticle, useText } from '../context.ts';
import { type RecommendedLength, lengthVerdict } from './length.ts';

/** A text field with a bar for the recommended length. */
export function lengthWidget(
  recommended: RecommendedLength & { rows: number; fallback: string },
): ComponentType<WidgetProps> {
  return function LengthWidget({ field, value, onChange, error }: WidgetProps) {
    const text = typeof value === 'string' ? value : '';
    const { editor } = useArticle();
    const fallback = useText(editor, recommended.fallback);
    const change = (input: string) => onChange(input === '' ? null : input);
    return (
      <Field label={field.label} error={error} help={field.options.help}>
        {(ids) => (
          <>
            {recommended.rows === 1 ? (
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
                rows={recommended.rows}
                placeholder={fallback}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
            )}
            <LengthBar
              length={[...(text || fallback)].length}
              recommended={recommended}
              isOwn={text !== ''}
            />
          </>
        )}
      </Field>
    );
  };
}

interface LengthBarProps {
  length: number;
  recommended: RecommendedLength;
  /** Whether the text is set, and not the default. */
  isOwn: boolean;
}

function LengthBar({ length, recommended, isOwn }: LengthBarProps) {
  const { tone, words } = lengthVerdict(length, recommended);
  return (
    <span className={`length length-${tone}`}>
      <span className="length-track" aria-hidden>
        <span
          className="length-fill"
          style={{ inlineSize: `${Math.min(100, (length / recommended.to) * 100)}%` }}
        />
      </span>
      <span>
        {isOwn || length === 0 ? '' : 'Default: '}
        {length} of {recommended.to} characters, {words}
      </span>
    </span>
  );
}
