import { FolderOpen, Hash, ListFilter, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi, useProjectQuery } from '../../api/project.ts';
import { useKnownTags } from '../../features/articles/fields/known-tags.ts';
import { Button } from '../../components/base/button.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { Picker } from '../../features/fields/picker/picker.tsx';
import { type Found, search } from '../../features/fields/picker/search.ts';
import type { BoardSearch } from './search.ts';

type Part = 'author' | 'category' | 'tag';

interface FiltersProps {
  search: BoardSearch;
  onChange: (part: BoardSearch) => void;
}

const parts = [
  { part: 'category', label: 'Category', icon: FolderOpen },
  { part: 'author', label: 'Author', icon: UserRound },
  { part: 'tag', label: 'Tag', icon: Hash },
] as const;

/** The filters that hold, each to be taken away, and a way to add those that do not. */
export function Filters({ search: chosen, onChange }: FiltersProps) {
  const [asking, setAsking] = useState<Part | null>(null);
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
          <MenuItem key={part} icon={icon} onSelect={() => setAsking(part)}>
            {label}…
          </MenuItem>
        ))}
      </Menu>
      {asking === null ? null : (
        <FilterPicker
          part={asking}
          onClose={() => setAsking(null)}
          onPick={({ id }) => {
            onChange({ [asking]: id });
            setAsking(null);
          }}
        />
      )}
    </>
  );
}

/** Where the name of what an id leads to is asked. */
const places: Readonly<Record<Part, string | null>> = {
  author: '/v1/authors',
  category: '/v1/blog/categories',
  tag: null,
};

interface ChipProps {
  part: Part;
  label: string;
  value: string;
  onRemove: () => void;
}

function Chip({ part, label, value, onRemove }: ChipProps) {
  const place = places[part];
  const named = useProjectQuery<{ name: string }>(
    part === 'author' ? 'authors' : 'blog',
    `${place}/${encodeURIComponent(value)}`,
    { enabled: place !== null },
  );
  const words = `${label}: ${place === null ? value : (named.data?.name ?? '…')}`;
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
  part: Part;
  onPick: (found: Found) => void;
  onClose: () => void;
}

function FilterPicker({ part, onPick, onClose }: FilterPickerProps) {
  const api = useProjectApi();
  const tags = useKnownTags();
  const find = (words: string, signal: AbortSignal): Promise<Found[]> => {
    if (part === 'author') return search(api, { kind: 'author' }, words, signal);
    if (part === 'category') return search(api, { kind: 'blog_category' }, words, signal);
    const wanted = words.trim().toLowerCase();
    return Promise.resolve(tags.filter((tag) => tag.toLowerCase().includes(wanted)).map(foundTag));
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
      about={part === 'tag' ? `tags ${tags.length}` : part}
      search={find}
      taken={new Set()}
      onPick={onPick}
      onClose={onClose}
      create={
        part === 'tag'
          ? { label: (words) => `Tag “${words}”`, run: (words) => Promise.resolve(foundTag(words)) }
          : undefined
      }
    />
  );
}

function foundTag(tag: string): Found {
  const target = { kind: 'tag', title: tag, slug: null, live: true, content_type: null, image: null };
  return { id: tag, detail: null, target };
}
