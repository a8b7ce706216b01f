import type { ComingDate } from '../../../../src/contract/home.ts';
import { classes } from '../../components/base/classes.ts';
import { DayDates, formatDay } from './day-dates.tsx';
import type { Day, Month } from './month.ts';

/** Maximum dates shown per day. */
const maxInGrid = 3;
const maxInList = 10;

const weekDay = { long: 'long', short: 'short' } as const;
const names = Object.values(weekDay).map((weekday) => new Intl.DateTimeFormat('en', { weekday }));

interface MonthProps {
  month: Month;
  dates: ReadonlyMap<string, ComingDate[]>;
  /** Today in the person's time zone: `2026-11-23`. */
  today: string;
}

/** The weeks of a month with the dates of each day. */
export function MonthGrid({ month: { weeks }, dates, today }: MonthProps) {
  const [long, short] = names;
  return (
    <table className="calendar-grid">
      <thead>
        <tr>
          {weeks[0]?.map(({ name, date }) => (
            <th key={name} scope="col" abbr={long?.format(date)}>
              {short?.format(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.name}>
            {week.map((day) => (
              <GridDay
                key={day.name}
                day={day}
                dates={dates.get(day.name) ?? []}
                isToday={day.name === today}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function GridDay({ day, dates, isToday }: { day: Day; dates: readonly ComingDate[]; isToday: boolean }) {
  return (
    <td
      className={classes('calendar-day', !day.isWithin && 'calendar-beside')}
      {...(isToday ? { 'aria-current': 'date' as const } : {})}
    >
      <time className="calendar-number" dateTime={day.name} title={formatDay(day)}>
        {day.date.getDate()}
      </time>
      <DayDates day={day} dates={dates} maxVisible={maxInGrid} />
    </td>
  );
}

/** The days of a month that have dates, as a list. */
export function MonthList({ month: { weeks }, dates, today }: MonthProps) {
  const days = weeks.flat().filter(({ name }) => dates.has(name));
  return (
    <ol className="calendar-list">
      {days.map((day) => (
        <li key={day.name}>
          <h2>
            <time dateTime={day.name}>{formatDay(day)}</time>
            {day.name === today ? ' (today)' : null}
          </h2>
          <DayDates day={day} dates={dates.get(day.name) ?? []} maxVisible={maxInList} />
        </li>
      ))}
    </ol>
  );
}
