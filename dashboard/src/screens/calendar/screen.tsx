import { getRouteApi } from '@tanstack/react-router';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { Calendar } from '../../../../src/dashboard/api/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button, IconButton } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Loading, QueryView } from '../../components/layout/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { exactTime } from '../../components/base/time.tsx';
import { timeZone } from '../../features/fields/moment.ts';
import { CalendarFilters } from './filters.tsx';
import { PeriodGrid, PeriodList } from './period-grid.tsx';
import {
  groupByDay,
  dayName,
  monthAfter,
  monthName,
  monthOf,
  type Period,
  startOf,
  weekAfter,
  weekName,
  weekOf,
} from './period.ts';
import { MovesContext } from './moves/moves.ts';
import { useMoves } from './moves/use-moves.tsx';
import { useIsNarrow } from './narrow.ts';
import { type CalendarSearch, filtersOf } from './search.ts';
import './calendar.css';

const route = getRouteApi('/p/$projectId/calendar');
const refetchMs = 60_000;
const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const weekFormat = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });

/** The dates on which content goes live, changes or ends, and releases are promoted, by day. */
export function CalendarScreen() {
  const today = new Date();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (part: CalendarSearch) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const period = usePeriod(search, today);
  const query = { from: period.from.toISOString(), until: period.until.toISOString(), ...filtersOf(search) };
  const coming = useProjectQuery<Calendar>('content', '/calendar', { query, refetchMs });
  const { moves, dialog } = useMoves();
  const PeriodView = useIsNarrow() ? PeriodList : PeriodGrid;
  return (
    <Page
      title="Calendar"
      intro={`Scheduled content. Times in ${timeZone(query.from)}.`}
      actions={<PeriodButtons search={search} today={today} onShow={show} />}
    >
      <section className="calendar" aria-labelledby="calendar-period">
        <div className="calendar-head">
          <h2 id="calendar-period" className="calendar-name" aria-live="polite">
            {nameOf(search, period)}
          </h2>
          <CalendarFilters search={search} onChange={show} />
          <ViewTabs search={search} today={today} onShow={show} />
        </div>
        <QueryView query={coming} loading={<Loading rows={8} />}>
          {({ data, has_more }) => (
            <MovesContext value={moves}>
              {data.length === 0 ? (
                <p className="muted" role="status">
                  {emptyText(search)}
                </p>
              ) : null}
              {has_more ? <TruncationNote last={data.at(-1)?.at ?? query.from} /> : null}
              <PeriodView period={period} dates={groupByDay(data)} today={dayName(today)} />
            </MovesContext>
          )}
        </QueryView>
      </section>
      {dialog}
    </Page>
  );
}

/** The Monday of the shown week. */
function shownWeek({ day }: CalendarSearch, today: Date): string {
  return weekName(day === undefined ? today : startOf(day));
}

function usePeriod(search: CalendarSearch, today: Date): Period {
  const { view, month = monthName(today) } = search;
  const name = view === 'week' ? shownWeek(search, today) : month;
  return useMemo(() => (view === 'week' ? weekOf(name) : monthOf(name)), [view, name]);
}

function nameOf({ view }: CalendarSearch, { name, from, weeks }: Period): string {
  if (view === 'week') return weekFormat.formatRange(from, weeks.at(-1)?.at(-1)?.date ?? from);
  return monthFormat.format(startOf(name));
}

function emptyText({ view, kind, type }: CalendarSearch): string {
  const period = view === 'week' ? 'this week' : 'this month';
  return kind === undefined && type === undefined
    ? `Nothing scheduled ${period}.`
    : `Nothing with these filters is scheduled ${period}.`;
}

/** A notice that the response was truncated, with the time up to which it is complete. */
function TruncationNote({ last }: { last: string }) {
  return (
    <p className="calendar-cut" role="status">
      Too much is scheduled to show all of it. Everything before {exactTime(new Date(last))} is here.
    </p>
  );
}

interface PeriodControls {
  search: CalendarSearch;
  today: Date;
  onShow: (part: CalendarSearch) => void;
}

/** Selects months or weeks; the shown days stay in view. */
function ViewTabs({ search, today, onShow }: PeriodControls) {
  const { view, day, month } = search;
  const isThisMonth = month === undefined || month === monthName(today);
  return (
    <Tabs
      label="View"
      tabs={[
        { value: 'month', label: 'Month' },
        { value: 'week', label: 'Week' },
      ]}
      value={view ?? 'month'}
      onChange={(value) =>
        value === 'week'
          ? onShow({ view: 'week', day: isThisMonth ? undefined : `${month}-01`, month: undefined })
          : onShow({
              view: undefined,
              day: undefined,
              month: day === undefined ? undefined : day.slice(0, 7),
            })
      }
    />
  );
}

/** Buttons for the previous and the next month or week, and for today. */
function PeriodButtons({ search, today, onShow }: PeriodControls) {
  const { view, month = monthName(today) } = search;
  const isWeek = view === 'week';
  const showMonth = (to: string) => onShow({ month: to === monthName(today) ? undefined : to });
  const showWeek = (to: string) => onShow({ day: to === weekName(today) ? undefined : to });
  const step = (count: number) =>
    isWeek ? showWeek(weekAfter(shownWeek(search, today), count)) : showMonth(monthAfter(month, count));
  const [before, after] = [() => step(-1), () => step(1)];
  const now = () => onShow({ month: undefined, day: undefined });
  const noun = isWeek ? 'week' : 'month';
  const group = 'This screen';
  useActions([
    { id: 'period-before', label: `Previous ${noun}`, group, icon: ChevronLeft, keys: '[', run: before },
    { id: 'period-after', label: `Next ${noun}`, group, icon: ChevronRight, keys: ']', run: after },
    { id: 'period-now', label: 'Today', group, icon: CalendarDays, keys: 't', run: now },
    {
      id: 'move-date',
      label: 'Move the date to another day',
      group,
      keys: 'alt+arrowright',
      onlyHelp: true,
      needs: 'publish',
      run: () => undefined,
    },
  ]);
  return (
    <>
      <IconButton label={`Previous ${noun}`} icon={ChevronLeft} onClick={before} />
      <Button onClick={now}>Today</Button>
      <IconButton label={`Next ${noun}`} icon={ChevronRight} onClick={after} />
    </>
  );
}
