import { getRouteApi } from '@tanstack/react-router';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { Calendar } from '../../../../src/dashboard/api/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Loading, QueryView } from '../../components/layout/states.tsx';
import { exactTime } from '../../components/base/time.tsx';
import { timeZone } from '../../features/fields/moment.ts';
import { MonthGrid, MonthList } from './month-grid.tsx';
import { groupByDay, dayName, monthAfter, monthName, monthOf } from './month.ts';
import { useIsNarrow } from './narrow.ts';
import './calendar.css';

const route = getRouteApi('/p/$projectId/calendar');
const refetchMs = 60_000;
const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** The dates on which content goes live, changes or ends, by day. */
export function CalendarScreen() {
  const today = new Date();
  const { month: selectedMonth = monthName(today) } = route.useSearch();
  const month = useMemo(() => monthOf(selectedMonth), [selectedMonth]);
  const query = { from: month.from.toISOString(), until: month.until.toISOString() };
  const coming = useProjectQuery<Calendar>('content', '/calendar', { query, refetchMs });
  const isNarrow = useIsNarrow();
  const name = monthFormat.format(new Date(`${selectedMonth}-01T12:00:00`));
  const MonthView = isNarrow ? MonthList : MonthGrid;
  return (
    <Page
      title="Calendar"
      intro={`Scheduled content. Times in ${timeZone(query.from)}.`}
      actions={<MonthButtons month={selectedMonth} thisMonth={monthName(today)} />}
    >
      <section className="calendar" aria-labelledby="calendar-month">
        <h2 id="calendar-month" className="calendar-name" aria-live="polite">
          {name}
        </h2>
        <QueryView query={coming} loading={<Loading rows={8} />}>
          {({ data, has_more }) => (
            <>
              {data.length === 0 ? (
                <p className="muted" role="status">
                  Nothing scheduled this month.
                </p>
              ) : null}
              {has_more ? <TruncationNote last={data.at(-1)?.at ?? query.from} /> : null}
              <MonthView month={month} dates={groupByDay(data)} today={dayName(today)} />
            </>
          )}
        </QueryView>
      </section>
    </Page>
  );
}

/** A notice that the response was truncated, with the time up to which it is complete. */
function TruncationNote({ last }: { last: string }) {
  return (
    <p className="calendar-cut" role="status">
      Too much is scheduled to show all of it. Everything before {exactTime(new Date(last))} is here.
    </p>
  );
}

/** Buttons for the previous and the next month, and for today. */
function MonthButtons({ month, thisMonth }: { month: string; thisMonth: string }) {
  const navigate = route.useNavigate();
  const go = (to: string) => void navigate({ search: to === thisMonth ? {} : { month: to }, replace: true });
  const before = () => go(monthAfter(month, -1));
  const after = () => go(monthAfter(month, 1));
  const group = 'This screen';
  useActions([
    { id: 'month-before', label: 'Previous month', group, icon: ChevronLeft, keys: '[', run: before },
    { id: 'month-after', label: 'Next month', group, icon: ChevronRight, keys: ']', run: after },
    {
      id: 'month-now',
      label: 'Today',
      group,
      icon: CalendarDays,
      keys: 't',
      run: () => go(thisMonth),
    },
  ]);
  return (
    <>
      <IconButton label="Previous month" icon={ChevronLeft} onClick={before} />
      <Button onClick={() => go(thisMonth)}>Today</Button>
      <IconButton label="Next month" icon={ChevronRight} onClick={after} />
    </>
  );
}
