import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useActions } from '../../components/keyboard/actions.ts';
import { Choice } from '../../components/list/choice.tsx';
import { useAssetTags } from '../../features/media/tags.ts';
import type { MediaSearch } from './search.ts';

/** Length of the pause in typing before the search. */
const pauseMs = 220;

const types = [
  ['', 'All types'],
  ['image/', 'Images'],
  ['video/', 'Videos'],
  ['audio/', 'Sound'],
  ['application/pdf', 'PDF'],
  ['text/', 'Text'],
] as const;

const uses = [
  ['', 'Any usage'],
  ['unused', 'Not used anywhere'],
  ['undescribed', 'Without alt text'],
] as const;

const orders = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['name', 'By name'],
  ['largest', 'Largest first'],
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

/** The filters and the sort order, stored in the URL. */
export function MediaFilters({ search, onChange }: MediaFiltersProps) {
  const tags = useAssetTags();
  const names = tags.map(({ name, assets }) => [name, `${name} (${assets})`] as const);
  const isListed = search.tag === undefined || tags.some(({ name }) => name === search.tag);
  const unlistedTags = isListed ? [] : [[search.tag ?? '', search.tag ?? ''] as const];
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
    }, pauseMs);
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
      {tags.length === 0 && isListed ? null : (
        <Choice
          label="Tag"
          value={search.tag}
          choices={[['', 'All tags'], ...names, ...unlistedTags]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <Choice label="Use" value={search.show} choices={uses} onChange={(show) => onChange({ show })} />
      <Choice label="Order" value={search.sort} choices={orders} onChange={(sort) => onChange({ sort })} />
    </div>
  );
}
