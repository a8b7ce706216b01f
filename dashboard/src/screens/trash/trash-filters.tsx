import type { TrashItem } from '../../../../src/lifecycle/trash/schema.ts';
import { Choice } from '../../components/list/choice.tsx';
import type { TrashSearch } from './trash-search.ts';

/** The kinds of deleted items. */
export const kindNames: Readonly<Record<TrashItem['kind'], string>> = {
  entry: 'Entry',
  blog_article: 'Blog article',
  kb_article: 'Help article',
  author: 'Author',
  blog_category: 'Category',
  kb_collection: 'Collection',
  kb_section: 'Section',
  media: 'File',
  type: 'Content type',
  block: 'Block',
  release: 'Release',
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
      <Choice
        label="Kind"
        value={search.kind}
        choices={[['', 'All kinds'], ...Object.entries(kindNames)]}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice label="Deleted by" value={search.by} choices={people} onChange={(by) => onChange({ by })} />
      <Choice label="Period" value={search.days} choices={periods} onChange={(days) => onChange({ days })} />
    </div>
  );
}
