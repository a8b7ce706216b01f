import { useCallback, useMemo, useState } from 'react';
import { SelectField } from '../../../components/form/field.tsx';
import { type FieldHost, FieldHostContext, type WidgetProps } from '../../fields/context.ts';
import { FieldWidget } from '../../fields/widget.tsx';

/** The input for the value that many entries get: the field's own widget, which may be empty. */
export function NewValue(props: WidgetProps) {
  const host = useLearnedNames();
  const { required: _, ...options } = props.field.options;
  const field = { ...props.field, options };
  return (
    <FieldHostContext value={host}>
      {field.type === 'boolean' ? (
        <YesOrNo {...props} field={field} />
      ) : (
        <FieldWidget {...props} field={field} />
      )}
    </FieldHostContext>
  );
}

/** A checkbox would not show whether "No" was chosen. */
function YesOrNo({ field, value, onChange, error }: WidgetProps) {
  return (
    <SelectField
      label={field.label}
      value={value === true ? 'yes' : value === false ? 'no' : ''}
      onChange={(text) => onChange(text === '' ? null : text === 'yes')}
      error={error}
    >
      <option value="">Choose…</option>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </SelectField>
  );
}

/** Names of the items that are picked here. */
function useLearnedNames(): FieldHost {
  const [targets, setTargets] = useState<FieldHost['targets']>({});
  const rememberTarget = useCallback<FieldHost['rememberTarget']>(
    (id, target) => setTargets((before) => ({ ...before, [id]: target })),
    [],
  );
  return useMemo(() => ({ targets, rememberTarget }), [targets, rememberTarget]);
}
