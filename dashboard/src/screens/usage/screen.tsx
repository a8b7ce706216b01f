import type { ProjectUsage, UsageWarning } from '../../../../src/dashboard/usage/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { formatted } from '../../components/base/counted.ts';
import { fileSize } from '../../components/base/file-size.ts';
import { Time } from '../../components/base/time.tsx';
import { Card, Page, Section } from '../../components/layout/page.tsx';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { limitNames, usedOfMax, usedShare } from '../../features/usage/words.ts';
import { DayChart } from './day-chart.tsx';
import { formatDay, formatMonth } from './days.ts';
import { FigureTable } from './figure-table.tsx';
import { partsOf } from './parts.ts';
import './usage.css';

type Day = ProjectUsage['days'][number];
type Month = ProjectUsage['months'][number];

/** What the project uses: charts of 30 days, months, and parts of the storage. */
export function UsageScreen() {
  const usage = useProjectQuery<ProjectUsage>('usage', '/usage');
  return (
    <Page
      title="Usage"
      intro="Requests with API keys, sent webhooks and stored data. Days and months are in UTC."
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

/** Limits that are used to 80 % or more. */
function Warnings({ warnings }: { warnings: readonly UsageWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="usage-warnings" aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning.limit}>
          <Badge tone={warning.used < warning.max ? 'warn' : 'bad'}>{usedShare(warning)}</Badge>
          <span>
            <strong>{limitNames[warning.limit]}</strong>: {usedOfMax(warning)}. Nothing is blocked. The
            operator of this installation can raise the limit.
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
      <summary>Values by day</summary>
      <FigureTable
        label="Usage for each day"
        columns={['Day', 'Requests', 'Storage', 'Webhooks']}
        rows={days
          .toReversed()
          .map(({ day, requests, storage_bytes: bytes, webhooks }) => [
            formatDay(day),
            formatted(requests),
            bytes === null ? '' : fileSize(bytes),
            formatted(webhooks),
          ])}
      />
    </details>
  );
}

/** The months with any usage, and the current one. */
function Months({ months }: { months: readonly Month[] }) {
  const usedMonths = months.filter(
    ({ requests, streams, webhooks }, i) => i === 0 || requests + streams + webhooks > 0,
  );
  return (
    <Section title="Months">
      <FigureTable
        label="Usage for each month"
        columns={['Month', 'Requests', 'Streams', 'Webhooks']}
        rows={usedMonths.map(({ month, requests, streams, webhooks }) => [
          formatMonth(month),
          ...[requests, streams, webhooks].map(formatted),
        ])}
      />
    </Section>
  );
}

function StorageTable({ storage }: { storage: ProjectUsage['storage'] }) {
  const title = 'Stored data';
  if (storage === null) {
    const intro = 'Galley measures the storage of a new project within an hour, then once a day.';
    return <Section title={title} intro={intro} />;
  }
  const measuredNote = (
    <>
      Measured <Time value={storage.measured_at} />. Database sizes are without indexes.
    </>
  );
  return (
    <Section title={title} intro={measuredNote}>
      <FigureTable
        label={title}
        columns={['Part', 'Items', 'Size']}
        rows={partsOf(storage).map(({ name, items, bytes, isEstimated }) => [
          name,
          formatted(items),
          `${isEstimated ? 'about ' : ''}${fileSize(bytes)}`,
        ])}
      />
    </Section>
  );
}
