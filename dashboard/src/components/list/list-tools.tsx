import { Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useActions } from '../keyboard/actions.ts';
import { SearchField } from './search-field.tsx';
import { Tabs } from '../layout/tabs.tsx';

interface ListSearchProps {
  label?: string;
  value: string | undefined;
  onChange: (words: string | undefined) => void;
}

/** The search field of a list; `/` focuses it. */
export function ListSearch({ label = 'Search by title', value = '', onChange }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useActions([
    {
      id: 'search-list',
      label,
      group: 'This screen',
      icon: Search,
      keys: '/',
      run: () => input.current?.select(),
    },
  ]);
  return (
    <SearchField
      ref={input}
      label={label}
      value={value}
      onChange={(words) => onChange(words === '' ? undefined : words)}
    />
  );
}

const states = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Live' },
  { value: 'changed', label: 'Changed' },
  { value: 'scheduled', label: 'Scheduled' },
];

interface ListSearchParams {
  status?: string | undefined;
  q?: string | undefined;
}

interface ListToolsProps {
  search: ListSearchParams;
  onChange: (part: ListSearchParams) => void;
  /** An additional state that only this list has. */
  state?: { value: string; label: string };
  /** Further filters. */
  children?: ReactNode;
}

/** The toolbar of a list of entries or articles: states, search, filters. */
export function ListTools({ search: { status = '', q }, onChange, state, children }: ListToolsProps) {
  const tabs = state === undefined ? states : [...states, state];
  return (
    <div className="list-tools">
      <Tabs
        label="Status"
        tabs={tabs}
        value={tabs.some(({ value }) => value === status) ? status : ''}
        onChange={(value) => onChange({ status: value === '' ? undefined : value })}
      />
      <ListSearch value={q} onChange={(words) => onChange({ q: words })} />
      {children}
    </div>
  );
}
