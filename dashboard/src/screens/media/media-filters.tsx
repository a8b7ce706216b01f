import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useActions } from '../../components/actions.ts';
import type { MediaSearch } from './search.ts';

/** How long typing rests before it is searched for, in milliseconds. */
const restMs = 220;

const types = [
  ['', 'All types'],
  ['image/', 'Images'],
  ['video/', 'Videos'],
  ['audio/', 'Sound'],
  ['application/pdf', 'PDF'],
  ['text/', 'Text'],
] as const;

const states = [
  ['', 'Ready'],
  ['all', 'All states'],
  ['pending', 'Pending'],
  ['failed', 'Failed'],
] as const;

interface MediaFiltersProps {
  search: MediaSearch;
  onChange: (part: MediaSearch) => void;
}

/** What is shown: words of name and description, a type, a state; kept in the address. */
export function MediaFilters({ search, onChange }: MediaFiltersProps) {
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(search.q ?? '');
  useActions([
    {
      id: 'search-media',
      label: 'Search media',
      group: 'This screen',
      icon: Search,
      keys: '/',
      run: () => input.current?.select(),
    },
  ]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const q = words.trim() === '' ? undefined : words.trim();
      if (q !== search.q) onChange({ q });
    }, restMs);
    return () => clearTimeout(timer);
  }, [words, search.q, onChange]);
  return (
    <div className="media-filters">
      <input
        ref={input}
        type="search"
        className="input media-search"
        aria-label="Search media"
        placeholder="Search by name or description"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Choice label="Type" value={search.type} choices={types} onChange={(type) => onChange({ type })} />
      <Choice
        label="State"
        value={search.status}
        choices={states}
        onChange={(status) => onChange({ status })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  choices: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, value = '', choices, onChange }: ChoiceProps) {
  return (
    <select
      className="input select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
