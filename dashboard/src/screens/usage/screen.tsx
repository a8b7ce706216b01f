import type { ProjectUsage, UsageWarning } from '../../../../src/dashboard/usage/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { formatted } from '../../components/base/counted.ts';
import { fileSize } from '../../components/base/file-size.ts';
import { Time } from '../../components/base/time.tsx';
import { Card, Page, Section } from '../../components/layout/page.tsx';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { limitNames, usedOfMax, usedShare } from '../../features/usage/words.ts';
import { DayChart } from './day-chart.tsx';
import { formatDay, formatMonth } from './days.ts';
import { partsOf, type StoragePart } from './parts.ts';
import './usage.css';

type Day = ProjectUsage['days'][number];
type Month = ProjectUsage['months'][number];

/** What the project uses: charts of 30 days, months, and parts of the storage. */
export function UsageScreen() {
  const usage = useProjectQuery<ProjectUsage>('usage', '/usage');
  return (
    <Page
      title="Usage"
      intro="What programs with API keys request, what your webhooks send, and how much is stored. Days and months are in UTC."
    >
      <QueryView query={usage}>
        {(value) => (
          <>
            <Warnings warnings={value.warnings} />
            <Charts usage={value} />
            <Days days={value.days} />
            <Months months={value.months} />
            <StorageTable storage={value.storage} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** The limits that are nearly or completely used. */
function Warnings({ warnings }: { warnings: readonly UsageWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="usage-warnings" aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning.limit}>
          <Badge tone={warning.used < warning.max ? 'warn' : 'bad'}>{usedShare(warning)}</Badge>
          <span>
            <strong>{limitNames[warning.limit]}</strong>: {usedOfMax(warning)}. Nothing is blocked; the people
            who run this installation can raise the limit.
          </span>
        </li>
      ))}
    </ul>
  );
}

function Charts({ usage: { days, months, storage, limits } }: { usage: ProjectUsage }) {
  const [month] = months;
  return (
    <div className="usage-charts">
      <Figure
        title="Requests"
        value={formatted(month?.requests ?? 0)}
        period="this month"
        days={days.map(({ day, requests }) => ({ day, value: requests }))}
        format={formatted}
        limit={{ limit: 'requests_per_month', used: month?.requests ?? 0, max: limits.requests_per_month }}
      />
      <Figure
        title="Storage"
        value={storage === null ? 'Not measured yet' : fileSize(storage.total_bytes)}
        period={storage === null ? '' : 'at the last measurement'}
        days={days.map(({ day, storage_bytes: bytes }) => ({ day, value: bytes }))}
        format={fileSize}
        limit={{ limit: 'storage_bytes', used: storage?.total_bytes ?? 0, max: limits.storage_bytes }}
      />
      <Figure
        title="Webhooks"
        value={formatted(month?.webhooks ?? 0)}
        period="this month"
        days={days.map(({ day, webhooks }) => ({ day, value: webhooks }))}
        format={formatted}
      />
    </div>
  );
}

interface FigureProps {
  title: string;
  value: string;
  period: string;
  days: readonly { day: string; value: number | null }[];
  format: (value: number) => string;
  limit?: Omit<UsageWarning, 'max'> & { max: number | null };
}

/** One number with its limit and its last 30 days. */
function Figure({ title, value, period, days, format, limit }: FigureProps) {
  const max = limit?.max ?? null;
  return (
    <Section title={title}>
      <Card className="usage-figure">
        <p>
          <strong className="usage-value">{value}</strong> <span className="usage-note">{period}</span>
        </p>
        {limit === undefined || max === null ? null : (
          <div>
            <ProgressBar
              percent={Math.min(100, (limit.used / max) * 100)}
              label={`${limitNames[limit.limit]}, used share of the limit`}
            />
            <p className="usage-note">{usedOfMax({ ...limit, max })}</p>
          </div>
        )}
        <DayChart title={title} days={days} format={format} />
      </Card>
    </Section>
  );
}

/** The values of the charts as a table. */
function Days({ days }: { days: readonly Day[] }) {
  return (
    <details className="usage-days">
      <summary>Values of the charts</summary>
      <DataTable
        label="Usage for each day"
        columns={dayColumns}
        rows={days.toReversed()}
        rowId={({ day }) => day}
      />
    </details>
  );
}

const dayColumns: readonly Column<Day>[] = [
  { key: 'day', title: 'Day', cell: ({ day }) => formatDay(day) },
  { key: 'requests', title: 'Requests', align: 'end', cell: ({ requests }) => formatted(requests) },
  {
    key: 'storage',
    title: 'Storage',
    align: 'end',
    cell: ({ storage_bytes: bytes }) => (bytes === null ? '' : fileSize(bytes)),
  },
  { key: 'webhooks', title: 'Webhooks', align: 'end', cell: ({ webhooks }) => formatted(webhooks) },
];

/** The months with any usage, and the current one. */
function Months({ months }: { months: readonly Month[] }) {
  const rows = months.filter(
    ({ requests, streams, webhooks }, i) => i === 0 || requests + streams + webhooks > 0,
  );
  return (
    <Section title="Months">
      <DataTable
        label="Usage for each month"
        columns={monthColumns}
        rows={rows}
        rowId={({ month }) => month}
      />
    </Section>
  );
}

const monthColumns: readonly Column<Month>[] = [
  { key: 'month', title: 'Month', cell: ({ month }) => formatMonth(month) },
  { key: 'requests', title: 'Requests', align: 'end', cell: ({ requests }) => formatted(requests) },
  { key: 'streams', title: 'Streams', align: 'end', cell: ({ streams }) => formatted(streams) },
  { key: 'webhooks', title: 'Webhooks', align: 'end', cell: ({ webhooks }) => formatted(webhooks) },
];

function StorageTable({ storage }: { storage: ProjectUsage['storage'] }) {
  if (storage === null)
    return (
      <Section
        title="What is stored"
        intro="Galley measures the storage of a new project within an hour, then once a day."
      />
    );
  return (
    <Section
      title="What is stored"
      intro={
        <>
          Measured <Time value={storage.measured_at} />. Sizes of the database are those of its documents,
          without indexes.
        </>
      }
    >
      <DataTable
        label="What is stored"
        columns={storageColumns}
        rows={partsOf(storage)}
        rowId={({ name }) => name}
      />
    </Section>
  );
}

const storageColumns: readonly Column<StoragePart>[] = [
  { key: 'name', title: 'Part', cell: ({ name }) => name },
  { key: 'items', title: 'Items', align: 'end', cell: ({ items }) => formatted(items) },
  {
    key: 'size',
    title: 'Size',
    align: 'end',
    cell: ({ bytes, isEstimated }) => `${isEstimated ? 'about ' : ''}${fileSize(bytes)}`,
  },
];
