import type { RefusalRow } from '../../../../src/accounts/audit-log/rejections/schema.ts';
import { type CountedRejection, countedRefusals } from '../../../../src/contract/errors/refusals.ts';
import { useProjectPages } from '../../api/pages.ts';
import type { Column } from '../../components/list/data-table.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';

const columns: readonly Column<RefusalRow>[] = [
  { key: 'who', title: 'Who', width: '26%', cell: (row) => <span dir="auto">{callerName(row)}</span> },
  { key: 'why', title: 'Reason', cell: ({ counts }) => rejectionReasons(counts) },
  { key: 'network', title: 'Network', width: '180px', cell: ({ network }) => network ?? '' },
  { key: 'count', title: 'Times', width: '80px', align: 'end', cell: ({ count }) => count },
  { key: 'at', title: 'From', width: '150px', align: 'end', cell: ({ at }) => <Time value={at} /> },
];

function callerName({ actor, beyond }: RefusalRow): string {
  if (beyond) return 'All others';
  return actor === null ? 'Unknown' : actor.name;
}

function rejectionReasons(counts: RefusalRow['counts']): string {
  return Object.keys(counts)
    .map((code) => countedRefusals[code as CountedRejection]) // the API counts only these codes
    .join(', ');
}

/** Callers whose requests were rejected, counted per network and five minutes. */
export function RejectionLog() {
  const pages = useProjectPages<RefusalRow>('audit', '/audit/refusals', {});
  return (
    <PagedTable
      label="Rejected requests"
      pages={pages}
      columns={columns}
      empty={
        <EmptyState title="No rejected requests">No request was rejected in the last 90 days.</EmptyState>
      }
    />
  );
}
