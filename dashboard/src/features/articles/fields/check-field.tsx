import { CheckField } from '../../../components/form/field.tsx';
import type { WidgetProps } from '../../fields/context.ts';

/** A checkbox for a boolean value. */
export function CheckWidget({ field, value, onChange, error }: WidgetProps) {
  return (
    <div className="field">
      <CheckField
        label={field.label}
        help={field.options.help}
        checked={value === true}
        onChange={(checked) => onChange(checked)}
      />
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
