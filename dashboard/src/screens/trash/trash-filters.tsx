import type { TrashItem } from '../../../../src/lifecycle/trash/schema.ts';
import type { TrashSearch } from './trash-search.ts';
import '../../components/list/list-tools.css';

/** The kinds of deleted items. */
export const kindNames: Readonly<Record<TrashItem['kind'], string>> = {
  entry: 'Entry',
  blog_article: 'Blog article',
  kb_article: 'Help article',
  author: 'Author',
  blog_category: 'Category',
  kb_collection: 'Collection',
  kb_section: 'Section',
};

const people = [
  ['', 'By anyone'],
  ['me', 'By me'],
] as const;

const periods = [
  ['', 'Any time'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
] as const;

interface TrashFiltersProps {
  search: TrashSearch;
  onChange: (part: TrashSearch) => void;
}

/** The filters of the trash, stored in the URL. */
export function TrashFilters({ search, onChange }: TrashFiltersProps) {
  return (
    <div className="list-tools">
      <Filter
        label="Kind"
        value={search.kind}
        options={[['', 'All kinds'], ...Object.entries(kindNames)]}
        onChange={(kind) => onChange({ kind })}
      />
      <Filter label="Deleted by" value={search.by} options={people} onChange={(by) => onChange({ by })} />
      <Filter label="Period" value={search.days} options={periods} onChange={(days) => onChange({ days })} />
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}

function Filter({ label, value = '', options, onChange }: FilterProps) {
  return (
    <select
      className="input select list-filter"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}
