import type { EditorArticleRow } from '../../../../src/articles/schema.ts';
import type { EditorTargets } from '../../../../src/contract/links.ts';
import type { Column } from '../../components/data-table.tsx';
import { exactTime, Time } from '../../components/time.tsx';
import { StatusBadge } from '../../editing/status.tsx';

interface ColumnsOf {
  targets: EditorTargets;
  sort: string;
  onSort: (sort: string) => void;
}

/** The columns of the list of articles. */
export function columnsOf({ targets, sort, onSort }: ColumnsOf): Column<EditorArticleRow>[] {
  const sorting = (key: string, first: '' | '-') => ({
    sort: sort === key ? ('ascending' as const) : sort === `-${key}` ? ('descending' as const) : null,
    onSort: () => onSort(sort === `${first}${key}` ? `${first === '' ? '-' : ''}${key}` : `${first}${key}`),
  });
  return [
    {
      key: 'title',
      title: 'Title',
      width: '38%',
      ...sorting('title', ''),
      cell: ({ title, slug }) => (
        <span className="cell-title">
          <span>{title}</span>
          <span className="cell-subtitle">{slug}</span>
        </span>
      ),
    },
    { key: 'status', title: 'Status', width: '150px', cell: (row) => <StatusBadge item={row} /> },
    { key: 'authors', title: 'Authors', cell: ({ draft }) => namesOf(draft['authors'], targets) },
    { key: 'categories', title: 'Categories', cell: ({ draft }) => namesOf(draft['categories'], targets) },
    {
      key: 'published',
      title: 'Published',
      width: '150px',
      ...sorting('published_at', '-'),
      cell: (row) => <PublishedAt row={row} />,
    },
    {
      key: 'updated',
      title: 'Changed',
      width: '130px',
      ...sorting('updated_at', '-'),
      cell: ({ updated_at }) => <Time value={updated_at} />,
    },
  ];
}

/** The names of what ids lead to. */
export function namesOf(ids: unknown, targets: EditorTargets) {
  const names = Array.isArray(ids) ? ids.map((id: string) => targets[id]?.title ?? 'gone') : [];
  if (names.length === 0) return <span className="cell-none">–</span>;
  return <span className="cell-text">{names.join(', ')}</span>;
}

function PublishedAt({ row: { status, scheduled_for, published_at } }: { row: EditorArticleRow }) {
  if (scheduled_for !== null) return exactTime(new Date(scheduled_for));
  if (status !== 'published' || published_at === null) return <span className="cell-none">–</span>;
  return <Time value={published_at} />;
}
