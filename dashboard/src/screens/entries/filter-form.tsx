import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { useProjectApi } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { searchKindOf } from '../../features/fields/inputs/links.tsx';
import { Picker } from '../../features/fields/picker/picker.tsx';
import { search } from '../../features/fields/picker/search.ts';
import {
  type Comparison,
  comparisonLabel,
  comparisonOf,
  comparisonsOf,
  type Filter,
  filterOf,
  isLinkField,
} from './filters.ts';

interface FilterFormProps {
  fields: readonly Field[];
  /** The filter that is changed; null for a new one. */
  editedFilter: Filter | null;
  titleOf: (id: string) => string;
  /** Receives the title of a picked item, which the filter shows instead of the id. */
  onTitle: (id: string, title: string) => void;
  onSet: (filter: Filter) => void;
  onClose: () => void;
}

/** One filter, in a line below the list's tools; Escape closes it. */
export function FilterForm({ fields, editedFilter, titleOf, onTitle, onSet, onClose }: FilterFormProps) {
  const [key, setKey] = useState(editedFilter?.field ?? fields[0]?.key ?? '');
  const [chosenComparison, setChosenComparison] = useState<Comparison | null>(
    editedFilter === null ? null : comparisonOf(editedFilter),
  );
  const [value, setValue] = useState(editedFilter?.value ?? '');
  const field = fields.find((one) => one.key === key);
  const comparisons = field === undefined ? [] : comparisonsOf(field.type);
  const comparison =
    chosenComparison !== null && comparisons.includes(chosenComparison)
      ? chosenComparison
      : (comparisons[0] ?? 'eq');
  const hasValue = comparison !== 'is_null' && comparison !== 'not_null';
  const sentValue = field?.type === 'boolean' && value === '' ? 'true' : value.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!hasValue || sentValue !== '') onSet(filterOf(key, comparison, sentValue));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form className="filter-form" aria-label="Filter" onSubmit={send} onKeyDown={onKey}>
      <select
        className="input select"
        aria-label="Field"
        value={key}
        autoFocus
        onChange={({ target }) => (setKey(target.value), setValue(''))}
      >
        {fields.map((one) => (
          <option key={one.key} value={one.key}>
            {one.label}
          </option>
        ))}
      </select>
      <select
        className="input select"
        aria-label="Comparison"
        value={comparison}
        onChange={({ target }) => setChosenComparison(target.value as Comparison)}
      >
        {comparisons.map((name) => (
          <option key={name} value={name}>
            {comparisonLabel(field?.type, name)}
          </option>
        ))}
      </select>
      {hasValue && field !== undefined ? (
        <ValueInput field={field} value={value} onChange={setValue} titleOf={titleOf} onTitle={onTitle} />
      ) : null}
      <Button type="submit" variant="primary" disabled={hasValue && sentValue === ''}>
        {editedFilter === null ? 'Add filter' : 'Apply'}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}

interface ValueInputProps extends Pick<FilterFormProps, 'titleOf' | 'onTitle'> {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

function ValueInput({ field, value, onChange, titleOf, onTitle }: ValueInputProps) {
  if (isLinkField(field))
    return (
      <TargetInput field={field} value={value} onChange={onChange} titleOf={titleOf} onTitle={onTitle} />
    );
  const choices =
    field.type === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : field.type === 'select'
        ? [{ value: '', label: 'Choose…' }, ...(field.options.choices ?? [])]
        : null;
  if (choices !== null)
    return (
      <select
        className="input select"
        aria-label="Value"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className="input"
      aria-label="Value"
      type={field.type === 'date' ? 'date' : 'text'}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      dir="auto"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function TargetInput({ field, value, onChange, titleOf, onTitle }: ValueInputProps) {
  const api = useProjectApi();
  const [isOpen, setOpen] = useState(false);
  const searchKind = searchKindOf(field);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{value === '' ? 'Choose…' : titleOf(value)}</Button>
      {isOpen ? (
        <Picker
          title={`${field.label}: choose`}
          searchKey={JSON.stringify(searchKind)}
          search={(words, signal) => search(api, searchKind, words, signal)}
          excludedIds={new Set()}
          onPick={({ id, target }) => {
            onTitle(id, target.title === '' ? 'Untitled' : target.title);
            onChange(id);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
