import { FolderOpen, Hash, ListFilter, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi, useProjectQuery } from '../../api/project.ts';
import { useRecentTags } from '../../features/articles/fields/recent-tags.ts';
import { Button } from '../../components/base/button.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { Picker } from '../../features/fields/picker/picker.tsx';
import { type SearchResult, search } from '../../features/fields/picker/search.ts';
import type { BoardSearch } from './search.ts';

type FilterKey = 'author' | 'category' | 'tag';

interface FiltersProps {
  search: BoardSearch;
  onChange: (part: BoardSearch) => void;
}

const filterChoices = [
  { filterKey: 'category', label: 'Category', icon: FolderOpen },
  { filterKey: 'author', label: 'Author', icon: UserRound },
  { filterKey: 'tag', label: 'Tag', icon: Hash },
] as const;

/** The active filters as removable chips, and a menu to add a filter. */
export function Filters({ search: chosen, onChange }: FiltersProps) {
  const [openFilter, setOpenFilter] = useState<FilterKey | null>(null);
  return (
    <>
      {filterChoices.map(({ filterKey, label }) => {
        const value = chosen[filterKey];
        const remove = () => onChange({ [filterKey]: undefined });
        if (value === undefined) return null;
        return <Chip key={filterKey} filterKey={filterKey} label={label} value={value} onRemove={remove} />;
      })}
      <Menu
        align="start"
        trigger={
          <Button variant="quiet" icon={ListFilter}>
            Filter
          </Button>
        }
      >
        {filterChoices.map(({ filterKey, label, icon }) => (
          <MenuItem key={filterKey} icon={icon} onSelect={() => setOpenFilter(filterKey)}>
            {label}…
          </MenuItem>
        ))}
      </Menu>
      {openFilter === null ? null : (
        <FilterPicker
          filterKey={openFilter}
          onClose={() => setOpenFilter(null)}
          onPick={({ id }) => {
            onChange({ [openFilter]: id });
            setOpenFilter(null);
          }}
        />
      )}
    </>
  );
}

/** The API path that returns the name of a filter's id. Tags have no id. */
const namePaths: Readonly<Record<FilterKey, string | null>> = {
  author: '/v1/authors',
  category: '/v1/blog/categories',
  tag: null,
};

interface ChipProps {
  filterKey: FilterKey;
  label: string;
  value: string;
  onRemove: () => void;
}

function Chip({ filterKey, label, value, onRemove }: ChipProps) {
  const path = namePaths[filterKey];
  const item = useProjectQuery<{ name: string }>(
    filterKey === 'author' ? 'authors' : 'blog',
    `${path}/${encodeURIComponent(value)}`,
    { enabled: path !== null },
  );
  const words = `${label}: ${path === null ? value : (item.data?.name ?? '…')}`;
  return (
    <button
      type="button"
      className="filter-chip"
      aria-label={`Remove the filter: ${words}`}
      onClick={onRemove}
    >
      {words}
      <X size={13} aria-hidden />
    </button>
  );
}

interface FilterPickerProps {
  filterKey: FilterKey;
  onPick: (result: SearchResult) => void;
  onClose: () => void;
}

function FilterPicker({ filterKey, onPick, onClose }: FilterPickerProps) {
  const api = useProjectApi();
  const tags = useRecentTags();
  const find = (words: string, signal: AbortSignal): Promise<SearchResult[]> => {
    if (filterKey === 'author') return search(api, { kind: 'author' }, words, signal);
    if (filterKey === 'category') return search(api, { kind: 'blog_category' }, words, signal);
    const query = words.trim().toLowerCase();
    return Promise.resolve(tags.filter((tag) => tag.toLowerCase().includes(query)).map(tagResult));
  };
  return (
    <Picker
      title={
        filterKey === 'tag'
          ? 'Articles with a tag'
          : filterKey === 'author'
            ? 'Articles of an author'
            : 'Articles in a category'
      }
      searchKey={filterKey === 'tag' ? `tags ${tags.length}` : filterKey}
      search={find}
      excludedIds={new Set()}
      onPick={onPick}
      onClose={onClose}
      create={
        filterKey === 'tag'
          ? { label: (words) => `Tag “${words}”`, run: (words) => Promise.resolve(tagResult(words)) }
          : undefined
      }
    />
  );
}

function tagResult(tag: string): SearchResult {
  const target = { kind: 'tag', title: tag, slug: null, live: true, content_type: null, image: null };
  return { id: tag, detail: null, target };
}
