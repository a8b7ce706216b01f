import { X } from 'lucide-react';
import type { AuditList } from '../../../../src/accounts/audit-log/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { CheckField, SelectField, TextField } from '../../components/form/field.tsx';
import type { AuditSearch } from './search.ts';
import { groups, sourceNames } from './words.ts';

interface FiltersProps {
  search: AuditSearch;
  actors: AuditList['meta']['actors'];
  onChange: (part: Partial<Record<keyof AuditSearch, string | undefined>>) => void;
}

/** Filters that only links in rows set. Each has a button that removes it while it is active. */
const linkFilters = [
  { key: 'item', label: 'One item only' },
  { key: 'session', label: 'One session only' },
] as const;

/** The filters of the log, which are stored in the URL. */
export function Filters({ search, actors, onChange }: FiltersProps) {
  const choose = (key: keyof AuditSearch) => (value: string) =>
    onChange({ [key]: value === '' ? undefined : value });
  return (
    <div className="audit-filters">
      <SelectField label="Who" name="actor" value={search.actor ?? ''} onChange={choose('actor')}>
        <option value="">Everyone</option>
        {actors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="What" name="action" value={search.action ?? ''} onChange={choose('action')}>
        <option value="">Everything</option>
        {groups.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Source" name="via" value={search.via ?? ''} onChange={choose('via')}>
        <option value="">Any source</option>
        {Object.entries(sourceNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Since"
        name="since"
        type="date"
        value={search.since ?? ''}
        onChange={choose('since')}
      />
      <TextField
        label="Until"
        name="until"
        type="date"
        value={search.until ?? ''}
        onChange={choose('until')}
      />
      {linkFilters.map(({ key, label }) =>
        search[key] === undefined ? null : (
          <Button key={key} variant="quiet" icon={X} onClick={() => onChange({ [key]: undefined })}>
            {label}
          </Button>
        ),
      )}
      <CheckField
        label="Access and settings only"
        checked={search.access === 'true'}
        onChange={(access) => onChange({ access: access ? 'true' : undefined })}
      />
    </div>
  );
}
