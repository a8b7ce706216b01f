import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { conditionsMax } from '../../../../../../src/contract/fields/conditions.ts';
import type { FieldOptions } from '../../../../../../src/content/fields/schema.ts';
import { Button, IconButton } from '../../../../components/base/button.tsx';
import { CheckField, SelectField } from '../../../../components/form/field.tsx';
import { useFieldError } from '../../../../components/form/form.tsx';
import { useBuilding } from '../../builder/building.ts';
import type { DraftField } from '../../builder/draft.ts';
import { ConditionInputs } from './condition-inputs.tsx';
import { newCondition } from './condition-words.ts';
import './layout-options.css';

interface LayoutOptionsProps {
  field: DraftField;
  at: string;
  onChange: (options: FieldOptions) => void;
}

/** The options of a field that shape the form: conditions, group, width. */
export function LayoutOptions({ field, at, onChange }: LayoutOptionsProps) {
  const { groups } = useBuilding();
  const { options, type } = field;
  const set = (change: { [Name in keyof FieldOptions]?: FieldOptions[Name] | undefined }) =>
    onChange({ ...options, ...change } as FieldOptions);
  return (
    <>
      <Conditions field={field} at={at} onChange={(show_if) => set({ show_if })} />
      {groups.length === 0 && options.group === undefined ? null : (
        <SelectField
          label="Group"
          name={`${at}.group`}
          value={options.group ?? ''}
          onChange={(group) => set({ group: group === '' ? undefined : group })}
        >
          <option value="">None</option>
          {groups.map(({ key, label }) => (
            <option key={key} value={key}>
              {label || key}
            </option>
          ))}
        </SelectField>
      )}
      <div className="option-checks">
        {type === 'richtext' || type === 'blocks' ? null : (
          <CheckField
            label="Half width"
            help="Shares a row with a neighbor of half width."
            checked={options.width === 'half'}
            onChange={(isHalf) => set({ width: isHalf ? 'half' : undefined })}
          />
        )}
        <CheckField
          label="Collapse when empty"
          help="An empty field takes one line in the form."
          checked={options.collapse_empty === true}
          onChange={(isCollapsed) => set({ collapse_empty: isCollapsed ? true : undefined })}
        />
      </div>
    </>
  );
}

interface ConditionsProps {
  field: DraftField;
  at: string;
  onChange: (conditions: FieldOptions['show_if'] | undefined) => void;
}

/** The conditions of a field, which must all be met. */
function Conditions({ field, at, onChange }: ConditionsProps) {
  const { fields } = useBuilding();
  const legend = useId();
  const error = useFieldError(`${at}.show_if`);
  const conditions = field.options.show_if ?? [];
  const sources = fields.filter(({ id, key }) => id !== field.id && key !== '');
  const [first] = sources;
  if (first === undefined && conditions.length === 0) return null;
  const change = (next: typeof conditions) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset className="conditions" aria-labelledby={legend}>
      <div className="field-label" id={legend}>
        Show this field only if
      </div>
      {conditions.map((condition, index) => (
        <div key={index} className="condition" role="group" aria-label={`Condition ${index + 1}`}>
          <ConditionInputs
            condition={condition}
            sources={sources}
            onChange={(next) => change(conditions.with(index, next))}
          />
          <IconButton
            label={`Remove condition ${index + 1}`}
            icon={X}
            onClick={() => change(conditions.toSpliced(index, 1))}
          />
        </div>
      ))}
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {first === undefined || conditions.length >= conditionsMax ? null : (
        <div>
          <Button
            icon={Plus}
            variant="quiet"
            onClick={() => change([...conditions, newCondition(sources.find(hasChoices) ?? first)])}
          >
            Add a condition
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const hasChoices = ({ type }: DraftField) => type === 'select' || type === 'boolean';
