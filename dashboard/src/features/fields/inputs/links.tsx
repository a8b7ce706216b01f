import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import type { WidgetProps } from '../context.ts';
import { useFieldHost } from '../context.ts';
import { useCreateEntry } from '../picker/create-entry.ts';
import { FieldGroup } from './group.tsx';
import { Picker } from '../picker/picker.tsx';
import { type SearchResult, kindNames, search, type SearchKind } from '../picker/search.ts';
import { Sortable } from './sortable.tsx';
import { TargetName } from '../picker/target-name.tsx';
import { limits } from '../../../../../src/contract/limits.ts';

type Field = WidgetProps['field'];

/** What the picker of a link or reference field searches. */
export function searchKindOf({ type, options }: Pick<Field, 'type' | 'options'>): SearchKind {
  return type === 'reference' || type === 'reference_list'
    ? { kind: 'entry', contentType: options.content_type ?? '' }
    : { kind: options.target ?? '' };
}

/** One link or reference, or an ordered list of them. */
export function LinksWidget({ field, value, onChange, error }: WidgetProps) {
  const isList = field.type.endsWith('_list');
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  const [isOpen, setOpen] = useState(false);
  const { targets, rememberTarget } = useFieldHost();
  const api = useProjectApi();
  const create = useCreateEntry(field);
  const searchKind = searchKindOf(field);
  const name =
    'contentType' in searchKind ? searchKind.contentType : (kindNames[searchKind.kind] ?? searchKind.kind);
  const maxItems = field.options.max_items ?? limits.list_items_max;

  const set = (next: string[]) => onChange(next.length === 0 ? null : isList ? next : next[0]);
  const addResults = (results: readonly SearchResult[]) => {
    for (const { id, target } of results) rememberTarget(id, target);
    set([...(isList ? ids : []), ...results.map(({ id }) => id)]);
    setOpen(false);
  };
  return (
    <FieldGroup label={field.label} required={field.options.required} help={field.options.help} error={error}>
      <Sortable
        ids={ids}
        onChange={set}
        show={(id) => <TargetName id={id} target={targets[id]} />}
        nameOf={(id) => targets[id]?.title ?? id}
      />
      {ids.length < (isList ? maxItems : 1) ? (
        <div>
          <Button icon={Plus} onClick={() => setOpen(true)}>
            Add {name}
            <span className="visually-hidden"> to {field.label}</span>
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <Picker
          title={`Add ${name}`}
          searchKey={JSON.stringify(searchKind)}
          search={(words, signal) => search(api, searchKind, words, signal)}
          excludedIds={new Set(ids)}
          onPick={(result) => addResults([result])}
          several={isList ? { most: maxItems - ids.length, onPick: addResults } : undefined}
          onClose={() => setOpen(false)}
          create={create}
        />
      ) : null}
    </FieldGroup>
  );
}
