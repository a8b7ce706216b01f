import type { ComingKind } from '../../../../src/contract/home.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Choice } from '../../components/list/choice.tsx';
import type { CalendarSearch } from './search.ts';

const kinds: readonly (readonly [ComingKind | '', string])[] = [
  ['', 'All content'],
  ['entry', 'Entries'],
  ['blog_article', 'Blog'],
  ['kb_article', 'Knowledge base'],
  ['release', 'Releases'],
];

interface FiltersProps {
  search: CalendarSearch;
  onChange: (part: Pick<CalendarSearch, 'kind' | 'type'>) => void;
}

/** Filters of the calendar: the kind of content, and the content type of entries. */
export function CalendarFilters({ search: { kind, type }, onChange }: FiltersProps) {
  const types =
    useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types').data?.data ?? [];
  const hasTypes = types.length > 0 && (kind === undefined || kind === 'entry');
  return (
    <div className="calendar-filters">
      <Choice
        label="Kind of content"
        value={kind}
        choices={kinds}
        onChange={(value) =>
          onChange({ kind: kinds.find(([name]) => name === value)?.[0] || undefined, type: undefined })
        }
      />
      {hasTypes ? (
        <Choice
          label="Content type"
          value={type}
          choices={[['', 'All content types'], ...types.map(({ slug, name }) => [slug, name] as const)]}
          onChange={(value) => onChange({ type: value, kind: value === undefined ? kind : 'entry' })}
        />
      ) : null}
    </div>
  );
}
