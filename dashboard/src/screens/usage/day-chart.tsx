import { useId } from 'react';
import { formatDay } from './days.ts';

interface DayChartProps {
  /** What the bars show: `Requests`. */
  title: string;
  /** The newest day last; null for a day without a value. */
  days: readonly { day: string; value: number | null }[];
  /** Formats a value: `3,200`, `1.4 MB`. */
  format: (value: number) => string;
}

const barWidth = 10;
const gap = 2;
const height = 100;
/** The height of the smallest value above 0, so that it is visible. */
const minHeight = 2;

/** A bar for each day. Screen readers get one sentence; the table below the charts has each value. */
export function DayChart({ title, days, format }: DayChartProps) {
  const id = useId();
  const highest = days.reduce((max, { value }) => Math.max(max, value ?? 0), 0);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highestDay = days.find(({ value }) => value === highest);
  const peak =
    highest === 0 || highestDay === undefined
      ? 'none on any day'
      : `the highest value is ${format(highest)} on ${formatDay(highestDay.day)}`;
  return (
    <figure className="chart">
      <div className="chart-scale" aria-hidden>
        {format(highest)}
      </div>
      <svg
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${days.length * barWidth} ${height}`}
        preserveAspectRatio="none"
      >
        <title id={id}>
          {`${title} for each day from ${formatDay(first.day)} to ${formatDay(last.day)}; ${peak}`}
        </title>
        {days.map(({ day, value }, i) => {
          const barHeight =
            value === null || value === 0 ? 0 : Math.max(minHeight, (value / highest) * height);
          return (
            <g key={day}>
              <title>{`${formatDay(day)}: ${value === null ? 'not measured' : format(value)}`}</title>
              <rect className="chart-day" x={i * barWidth} y={0} width={barWidth} height={height} />
              <rect
                className="chart-bar"
                x={i * barWidth + gap / 2}
                y={height - barHeight}
                width={barWidth - gap}
                height={barHeight}
              />
            </g>
          );
        })}
      </svg>
      <div className="chart-days" aria-hidden>
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
      </div>
    </figure>
  );
}
