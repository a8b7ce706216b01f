import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { type Column, sortedBy } from '../../components/list/data-table.tsx';
import type { Locale } from '../../api/locales.ts';
import { ArticleTitle, localeColumn } from '../../features/articles/list/locale-column.tsx';
import { Time } from '../../components/base/time.tsx';
import { OpenComments } from '../../features/editing/comments/open-comments.tsx';
import { ReviewBadge } from '../../features/editing/review/review-badge.tsx';
import { FreshnessBadge, StateBadge } from './state-badges.tsx';

/** The paths of collections and sections (`Billing › Invoices`) by id. */
export function containerPaths(outline: KbOutline | undefined): ReadonlyMap<string, string> {
  return new Map(
    outline?.data.flatMap(({ id, title, sections }): [string, string][] => [
      [id, title],
      ...sections.map((section): [string, string] => [section.id, `${title} › ${section.title}`]),
    ]),
  );
}

interface ColumnOptions {
  paths: ReadonlyMap<string, string>;
  sort: string;
  onSort: (sort: string) => void;
  /** The locale of the rows; null with one locale. */
  locale: Locale | null;
}

/** The name of the section or collection, with the whole path on hover. */
function ContainerName({ path }: { path: string }) {
  return <span title={path}>{path.split(' › ').at(-1)}</span>;
}

/** The columns of the list of articles. */
export function columnsOf({ paths, sort, onSort, locale }: ColumnOptions): Column<EditorArticleRow>[] {
  const sorting = sortedBy(sort, onSort);
  return [
    {
      key: 'title',
      title: 'Title',
      width: '28%',
      ...sorting('title'),
      cell: (row) => (
        <strong className="kb-title">
          <ArticleTitle row={row} locale={locale} />
        </strong>
      ),
    },
    {
      key: 'place',
      title: 'Location',
      cell: ({ draft }) => <ContainerName path={paths.get(containerIdOf(draft)) ?? '–'} />,
    },
    {
      key: 'state',
      title: 'Status',
      width: '170px',
      cell: (row) => (
        <span className="kb-badges">
          <StateBadge article={row} />
          <ReviewBadge review={row.review} />
          <OpenComments count={row.open_comments} />
          {row.kb === null ? null : (
            <FreshnessBadge article={{ status: row.status, freshness: row.kb.freshness }} />
          )}
        </span>
      ),
    },
    ...localeColumn(locale),
    {
      key: 'votes',
      title: 'Helpful',
      width: '76px',
      align: 'end',
      cell: ({ kb }) => <HelpfulShare up={kb?.helpful_count ?? 0} down={kb?.not_helpful_count ?? 0} />,
    },
    {
      key: 'changed',
      title: 'Changed',
      width: '118px',
      align: 'end',
      ...sorting('updated_at'),
      cell: ({ updated_at }) => <Time value={updated_at} />,
    },
  ];
}

function containerIdOf({ section, collection }: EditorArticleRow['draft']): string {
  return typeof section === 'string' ? section : typeof collection === 'string' ? collection : '';
}

function HelpfulShare({ up, down }: { up: number; down: number }) {
  if (up + down === 0) return <span className="muted">–</span>;
  return <span title={`${up} helpful, ${down} not helpful`}>{Math.round((up / (up + down)) * 100)}%</span>;
}
