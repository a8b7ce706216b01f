import { useCallback, useRef, useState } from 'react';
import type { BulkSet } from '../../../../../src/contract/bulk.ts';
import { isEmptyValue } from '../../../../../src/contract/fields/conditions.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { textAtField } from '../../../api/errors/error-texts.ts';
import { CheckField, SelectField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useMay } from '../../access/may.ts';
import { bulkSetOf, type FieldAction, fieldActionLabels, fieldActionsOf } from './field-change.ts';
import { NewValue } from './new-value.tsx';

interface ChangeDialogProps {
  fields: readonly Field[];
  /** `40 entries` */
  count: string;
  onSend: (set: BulkSet) => Promise<unknown>;
  onClose: () => void;
}

/** Changes one field in all selected entries. */
export function ChangeDialog({ fields, count, onSend, onClose }: ChangeDialogProps) {
  const [key, setKey] = useState('');
  const [chosenAction, setAction] = useState<FieldAction | null>(null);
  const [isLive, setLive] = useState(false);
  const { value, read, clear, inputs, invalid } = useNewValue();
  const field = fields.find((each) => each.key === key);
  const actions = field === undefined ? [] : fieldActionsOf(field);
  const action = actions.find((each) => each === chosenAction) ?? actions[0] ?? 'set';
  const isReady =
    field !== undefined && (action === 'clear' || (!isEmptyValue(field.type, value) && invalid === null));
  const submission = useSubmit(async () => {
    await onSend({ ...bulkSetOf(key, action, read()), live: isLive });
    onClose();
  });
  return (
    <FormDialog
      title={`Change a field in ${count}`}
      onClose={onClose}
      submission={submission}
      fields={field === undefined || action === 'clear' ? [] : [key]}
      action={`Change ${count}`}
      disabled={!isReady}
    >
      <SelectField label="Field" value={key} autoFocus onChange={(next) => (setKey(next), clear())}>
        <option value="">Choose…</option>
        {fields.map((each) => (
          <option key={each.key} value={each.key}>
            {each.label}
          </option>
        ))}
      </SelectField>
      {field === undefined ? null : (
        <>
          <SelectField
            label="Change"
            value={action}
            onChange={(next) => (setAction(next as FieldAction), clear())}
            help={field.options.unique === true ? 'Every entry needs its own value here.' : undefined}
          >
            {actions.map((each) => (
              <option key={each} value={each}>
                {fieldActionLabels[each]}
              </option>
            ))}
          </SelectField>
          {action === 'clear' ? null : (
            <NewValue
              key={`${key} ${action}`}
              field={field}
              value={value}
              {...inputs}
              error={errorOf(submission.error, field)}
            />
          )}
          <ScopeFields isLive={isLive} onChange={setLive} />
        </>
      )}
    </FormDialog>
  );
}

/** The new value. A long text is read only before it is sent. */
function useNewValue() {
  const [value, setValue] = useState<unknown>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const reader = useRef<(() => unknown) | null>(null);
  const onChange = useCallback((next: unknown) => setValue(next), []);
  const onTouch = useCallback((read: () => unknown) => {
    reader.current = read;
    setValue(true);
  }, []);
  const clear = () => {
    reader.current = null;
    setValue(null);
    setInvalid(null);
  };
  const read = () => (reader.current === null ? value : reader.current());
  return { value, read, clear, invalid, inputs: { onChange, onTouch, onInvalid: setInvalid } };
}

interface ScopeFieldsProps {
  isLive: boolean;
  onChange: (isLive: boolean) => void;
}

/** Whether readers see the change at once. Without the right to publish, only drafts change. */
function ScopeFields({ isLive, onChange }: ScopeFieldsProps) {
  const mayPublish = useMay('publish');
  const later = 'Readers see the change when you publish the entries.';
  if (!mayPublish) return <p className="muted">Only drafts change. An editor can publish them.</p>;
  return (
    <div className="stack" role="radiogroup" aria-label="What changes">
      <CheckField
        type="radio"
        name="scope"
        label="Change drafts"
        help={later}
        checked={!isLive}
        onChange={() => onChange(false)}
      />
      <CheckField
        type="radio"
        name="scope"
        label="Change drafts and live content"
        help="Readers see the change in published entries at once. Other unpublished changes stay unpublished."
        checked={isLive}
        onChange={() => onChange(true)}
      />
    </div>
  );
}

/** The error of the value in the response. */
function errorOf(error: unknown, { key, label }: Field): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const detail = error.errors.find(({ param }) => param === key || param?.startsWith(`${key}[`));
  return detail === undefined ? undefined : textAtField(detail, label);
}
