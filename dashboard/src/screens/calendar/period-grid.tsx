import { useContext } from 'react';
import type { ComingDate } from '../../../../src/contract/home.ts';
import { classes } from '../../components/base/classes.ts';
import { useDropTarget } from '../../components/list/drop-target.ts';
import { DayDates, formatDay } from './day-dates.tsx';
import { dayName, type Day, type Period } from './period.ts';
import { MovesContext } from './moves/moves.ts';

/** Maximum dates shown per day in a month, in a single week and in the list. */
const maxInGrid = 3;
const maxInWeek = 20;
const maxInList = 10;

const longWeekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const shortWeekday = new Intl.DateTimeFormat('en', { weekday: 'short' });

interface PeriodProps {
  period: Period;
  dates: ReadonlyMap<string, ComingDate[]>;
  /** Today in the person's time zone: `2026-11-23`. */
  today: string;
}

/** The weeks of a month, or one week, with the dates of each day. */
export function PeriodGrid({ period: { weeks }, dates, today }: PeriodProps) {
  const isWeek = weeks.length === 1;
  return (
    <table className={classes('calendar-grid', isWeek && 'calendar-week')}>
      <thead>
        <tr>
          {weeks[0]?.map(({ name, date }) => (
            <th key={name} scope="col" abbr={longWeekday.format(date)}>
              {shortWeekday.format(date)}
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
                maxVisible={isWeek ? maxInWeek : maxInGrid}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GridDayProps {
  day: Day;
  dates: readonly ComingDate[];
  isToday: boolean;
  maxVisible: number;
}

/** One day, on which dates can be dropped. */
function GridDay({ day, dates, isToday, maxVisible }: GridDayProps) {
  const { dragged, onDrag, moveTo } = useContext(MovesContext);
  const canDrop = dragged !== null && dayName(new Date(dragged.at)) !== day.name;
  const target = useDropTarget(canDrop, () => {
    onDrag(null);
    if (dragged !== null) moveTo(dragged, day.name);
  });
  return (
    <td
      className={classes(
        'calendar-day',
        !day.isWithin && 'calendar-beside',
        target.isOver && 'calendar-over',
      )}
      {...target.handlers}
      {...(isToday ? { 'aria-current': 'date' as const } : {})}
    >
      <time className="calendar-number" dateTime={day.name} title={formatDay(day)}>
        {day.date.getDate()}
      </time>
      <DayDates day={day} dates={dates} maxVisible={maxVisible} />
    </td>
  );
}

/** The days that have dates, as a list. */
export function PeriodList({ period: { weeks }, dates, today }: PeriodProps) {
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
