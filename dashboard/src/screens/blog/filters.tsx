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

const parts = [
  { part: 'category', label: 'Category', icon: FolderOpen },
  { part: 'author', label: 'Author', icon: UserRound },
  { part: 'tag', label: 'Tag', icon: Hash },
] as const;

/** The active filters as removable chips, and a menu to add a filter. */
export function Filters({ search: chosen, onChange }: FiltersProps) {
  const [openFilter, setOpenFilter] = useState<FilterKey | null>(null);
  return (
    <>
      {parts.map(({ part, label }) => {
        const value = chosen[part];
        const remove = () => onChange({ [part]: undefined });
        if (value === undefined) return null;
        return <Chip key={part} part={part} label={label} value={value} onRemove={remove} />;
      })}
      <Menu
        align="start"
        trigger={
          <Button variant="quiet" icon={ListFilter}>
            Filter
          </Button>
        }
      >
        {parts.map(({ part, label, icon }) => (
          <MenuItem key={part} icon={icon} onSelect={() => setOpenFilter(part)}>
            {label}…
          </MenuItem>
        ))}
      </Menu>
      {openFilter === null ? null : (
        <FilterPicker
          part={openFilter}
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
  part: FilterKey;
  label: string;
  value: string;
  onRemove: () => void;
}

function Chip({ part, label, value, onRemove }: ChipProps) {
  const path = namePaths[part];
  const item = useProjectQuery<{ name: string }>(
    part === 'author' ? 'authors' : 'blog',
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
  part: FilterKey;
  onPick: (result: SearchResult) => void;
  onClose: () => void;
}

function FilterPicker({ part, onPick, onClose }: FilterPickerProps) {
  const api = useProjectApi();
  const tags = useRecentTags();
  const find = (words: string, signal: AbortSignal): Promise<SearchResult[]> => {
    if (part === 'author') return search(api, { kind: 'author' }, words, signal);
    if (part === 'category') return search(api, { kind: 'blog_category' }, words, signal);
    const query = words.trim().toLowerCase();
    return Promise.resolve(tags.filter((tag) => tag.toLowerCase().includes(query)).map(tagResult));
  };
  return (
    <Picker
      title={
        part === 'tag'
          ? 'Articles with a tag'
          : part === 'author'
            ? 'Articles of an author'
            : 'Articles in a category'
      }
      searchKey={part === 'tag' ? `tags ${tags.length}` : part}
      search={find}
      excludedIds={new Set()}
      onPick={onPick}
      onClose={onClose}
      create={
        part === 'tag'
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
