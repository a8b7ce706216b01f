import { useQuery } from '@tanstack/react-query';
import type { AuditRow, OwnActivity } from '../../../../src/accounts/audit-log/schema.ts';
import { requestApi } from '../../api/http/client.ts';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';

type Row = AuditRow & { id: string };

const columns: readonly Column<Row>[] = [
  { key: 'what', title: 'What', cell: ({ words }) => words },
  { key: 'address', title: 'From', width: '220px', cell: ({ address }) => address ?? '' },
  { key: 'at', title: 'When', width: '160px', align: 'end', cell: ({ at }) => <Time value={at} /> },
];

/** Recent actions on the person's account, so that they notice a sign-in by someone else. */
export function ActivitySection() {
  const activity = useQuery({
    queryKey: ['own-activity'],
    queryFn: ({ signal }) => requestApi<OwnActivity>('GET', '/account/activity', { signal }),
  });
  return (
    <Section title="Activity" intro="Your last 50 sign-ins and changes of your account.">
      <QueryView query={activity}>
        {({ data }) => (
          <DataTable
            label="Activity"
            columns={columns}
            rows={data.map((row): Row => ({ ...row, id: String(row.seq) }))}
            rowId={({ id }) => id}
          />
        )}
      </QueryView>
    </Section>
  );
}
