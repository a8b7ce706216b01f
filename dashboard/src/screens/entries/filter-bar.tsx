import { ListFilter, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Operator, operatorLabels } from '../../../../src/contract/field-types.ts';
import type { Field } from '../../../../src/fields/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { type Filter, inWords, operatorsOf } from './filters.ts';

interface FilterBarProps {
  fields: readonly Field[];
  filters: readonly Filter[];
  onAdd: (filter: Filter) => void;
  onRemove: (filter: Filter) => void;
}

/** The filters that hold, each to be taken away, and a way to add one. */
export function FilterBar({ fields, filters, onAdd, onRemove }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {filters.map((filter) => {
        const words = inWords(filter, fields);
        return (
          <button
            key={words}
            type="button"
            className="filter-chip"
            aria-label={`Remove the filter: ${words}`}
            onClick={() => onRemove(filter)}
          >
            {words}
            <X size={13} aria-hidden />
          </button>
        );
      })}
      <Button variant="quiet" icon={ListFilter} onClick={() => setOpen(true)}>
        Filter
      </Button>
      {isOpen ? (
        <FilterDialog
          fields={fields}
          onClose={() => setOpen(false)}
          onAdd={(filter) => {
            onAdd(filter);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface FilterDialogProps {
  fields: readonly Field[];
  onAdd: (filter: Filter) => void;
  onClose: () => void;
}

function FilterDialog({ fields, onAdd, onClose }: FilterDialogProps) {
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [operator, setOperator] = useState<Operator | null>(null);
  const [value, setValue] = useState('');
  const field = fields.find((one) => one.key === key);
  const operators = field === undefined ? [] : operatorsOf(field.type);
  const chosen = operator !== null && operators.includes(operator) ? operator : (operators[0] ?? 'eq');
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isSwitch = chosen === 'is_null' || field?.type === 'boolean';
    onAdd({ field: key, operator: chosen, value: isSwitch && value === '' ? 'true' : value.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a filter"
      size="small"
      footer={
        <Button type="submit" variant="primary" form="filter-form">
          Add the filter
        </Button>
      }
    >
      <form id="filter-form" className="stack" onSubmit={send}>
        <SelectField label="Field" value={key} autoFocus onChange={(next) => (setKey(next), setValue(''))}>
          {fields.map((one) => (
            <option key={one.key} value={one.key}>
              {one.label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Comparison"
          value={chosen}
          onChange={(next) => (setOperator(next as Operator), setValue(''))}
        >
          {operators.map((name) => (
            <option key={name} value={name}>
              {operatorLabels[name]}
            </option>
          ))}
        </SelectField>
        <ValueField field={field} operator={chosen} value={value} onChange={setValue} />
      </form>
    </Dialog>
  );
}

interface ValueFieldProps {
  field: Field | undefined;
  operator: Operator;
  value: string;
  onChange: (value: string) => void;
}

function ValueField({ field, operator, value, onChange }: ValueFieldProps) {
  if (operator === 'is_null' || field?.type === 'boolean')
    return (
      <SelectField label="Value" value={value === '' ? 'true' : value} onChange={onChange}>
        <option value="true">Yes</option>
        <option value="false">No</option>
      </SelectField>
    );
  if (field?.type === 'select')
    return (
      <SelectField label="Value" value={value} onChange={onChange} required>
        <option value="">Choose…</option>
        {(field.options.choices ?? []).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    );
  const type = field?.type === 'date' ? 'date' : 'text';
  const isLink = field !== undefined && /^(link|reference)/.test(field.type);
  return (
    <TextField
      label="Value"
      type={type}
      value={value}
      onChange={onChange}
      {...(isLink ? { help: 'The ID of the linked content.' } : {})}
    />
  );
}
