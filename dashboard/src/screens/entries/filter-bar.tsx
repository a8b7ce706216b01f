import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { FilterForm } from './filter-form.tsx';
import { type Filter, inWords, parameterOf } from './filters.ts';

interface FilterBarProps {
  fields: readonly Field[];
  filters: readonly Filter[];
  targets: EditorTargets;
  /** Adds a filter, in place of `replaced` unless that is null. */
  onSet: (filter: Filter, replaced: Filter | null) => void;
  onRemove: (filter: Filter) => void;
}

/** The active filters, to change or remove, and a button to add one. */
export function FilterBar({ fields, filters, targets, onSet, onRemove }: FilterBarProps) {
  const [editing, setEditing] = useState<Filter | 'new' | null>(null);
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const titleOf = (id: string) => titles[id] ?? targets[id]?.title ?? id;
  const editedFilter = editing === 'new' ? null : editing;
  return (
    <>
      {filters.map((filter) => {
        const words = inWords(filter, fields, titleOf);
        return (
          <span key={parameterOf(filter)} className="filter-chip">
            <button
              type="button"
              aria-label={`Change the filter: ${words}`}
              onClick={() => setEditing(filter)}
            >
              {words}
            </button>
            <button type="button" aria-label={`Remove the filter: ${words}`} onClick={() => onRemove(filter)}>
              <X size={13} aria-hidden />
            </button>
          </span>
        );
      })}
      <Button
        variant="quiet"
        icon={ListFilter}
        aria-expanded={editing !== null}
        onClick={() => setEditing(editing === null ? 'new' : null)}
      >
        Filter
      </Button>
      {editing === null ? null : (
        <FilterForm
          key={editedFilter === null ? 'new' : parameterOf(editedFilter)}
          fields={fields}
          editedFilter={editedFilter}
          titleOf={titleOf}
          onTitle={(id, title) => setTitles((before) => ({ ...before, [id]: title }))}
          onClose={() => setEditing(null)}
          onSet={(filter) => {
            onSet(filter, editedFilter);
            setEditing(null);
          }}
        />
      )}
    </>
  );
}
