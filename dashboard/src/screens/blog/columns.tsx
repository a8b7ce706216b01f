import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import { type Column, sortedBy } from '../../components/list/data-table.tsx';
import { Time } from '../../components/base/time.tsx';
import type { Locale } from '../../api/locales.ts';
import { ArticleTitle, localeColumn } from '../../features/articles/list/locale-column.tsx';
import { StatusBadge } from '../../features/editing/publish/status.tsx';

interface ColumnsOf {
  targets: EditorTargets;
  sort: string;
  onSort: (sort: string) => void;
  /** The locale of the rows; null with one locale. */
  locale: Locale | null;
}

/** The columns of the list of articles. */
export function columnsOf({ targets, sort, onSort, locale }: ColumnsOf): Column<EditorArticleRow>[] {
  const sorting = sortedBy(sort, onSort);
  return [
    {
      key: 'title',
      title: 'Title',
      width: '34%',
      ...sorting('title'),
      cell: (row) => (
        <span className="cell-title">
          <span>
            <ArticleTitle row={row} locale={locale} />
          </span>
          <span className="cell-subtitle">{namesOf(row.draft['categories'], targets)}</span>
        </span>
      ),
    },
    { key: 'status', title: 'Status', width: '132px', cell: (row) => <StatusBadge item={row} isShort /> },
    ...localeColumn(locale),
    {
      key: 'authors',
      title: 'Authors',
      cell: ({ draft }) => <Names ids={draft['authors']} targets={targets} />,
    },
    {
      key: 'published',
      title: 'Published',
      width: '112px',
      ...sorting('published_at', '-'),
      cell: (row) => <PublishedAt row={row} />,
    },
    {
      key: 'updated',
      title: 'Changed',
      width: '112px',
      ...sorting('updated_at', '-'),
      cell: ({ updated_at }) => <Time value={updated_at} />,
    },
  ];
}

/** The titles of the targets, joined with commas. */
function namesOf(ids: unknown, targets: EditorTargets): string {
  return Array.isArray(ids) ? ids.map((id: string) => targets[id]?.title ?? 'gone').join(', ') : '';
}

function Names({ ids, targets }: { ids: unknown; targets: EditorTargets }) {
  const names = namesOf(ids, targets);
  return names === '' ? <span className="cell-none">–</span> : <span className="cell-text">{names}</span>;
}

function PublishedAt({ row: { status, scheduled_for, published_at } }: { row: EditorArticleRow }) {
  if (scheduled_for !== null) return <Time value={scheduled_for} />;
  if (status !== 'published' || published_at === null) return <span className="cell-none">–</span>;
  return <Time value={published_at} />;
}
