import type { ComingDate } from '../../../../src/contract/home.ts';

/** The days that the calendar shows: a month with its weeks from Monday to Sunday, or one week. */
export interface Period {
  /** `2026-11`, or the Monday of the week: `2026-11-23`. */
  name: string;
  /** Start of the first shown day and end of the last one, in the person's time zone. */
  from: Date;
  until: Date;
  weeks: Day[][];
}

export interface Day {
  /** `2026-11-23`, in the person's time zone. */
  name: string;
  date: Date;
  /** Whether the day belongs to the month, not to an adjacent month. */
  isWithin: boolean;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** The day of a date in the person's time zone: `2026-11-23`. */
export function dayName(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** The month of a date in the person's time zone: `2026-11`. */
export function monthName(at: Date): string {
  return dayName(at).slice(0, 7);
}

/** The Monday of the week of a date in the person's time zone: `2026-11-23`. */
export function weekName(at: Date): string {
  return dayName(new Date(at.getFullYear(), at.getMonth(), at.getDate() - daysSinceMonday(at)));
}

function daysSinceMonday(at: Date): number {
  return (at.getDay() + 6) % 7;
}

/** The start of a day, or of the first day of a month, in the person's time zone. */
export function startOf(name: string): Date {
  const [year = 0, month = 1, day = 1] = name.split('-').map(Number);
  return new Date(year, month - 1, day);
}

/** The name of the month a number of months later. */
export function monthAfter(name: string, months: number): string {
  const { year, month } = partsOf(name);
  return monthName(new Date(year, month + months, 1));
}

/** The name of the week a number of weeks later. */
export function weekAfter(name: string, weeks: number): string {
  const { year, month, day } = partsOf(name);
  return weekName(new Date(year, month, day + 7 * weeks));
}

function partsOf(name: string) {
  const start = startOf(name);
  return { year: start.getFullYear(), month: start.getMonth(), day: start.getDate() };
}

/** Builds a month. Days are calendar days, because a day with a clock change doesn't have 24 hours. */
export function monthOf(name: string): Period {
  const { year, month } = partsOf(name);
  const leadingDays = daysSinceMonday(new Date(year, month, 1));
  const dayCount = new Date(year, month + 1, 0).getDate();
  const first = new Date(year, month, 1 - leadingDays);
  const period = periodFrom(first, Math.ceil((leadingDays + dayCount) / 7));
  const isWithin = ({ date }: Day) => date.getMonth() === month;
  return {
    ...period,
    name,
    weeks: period.weeks.map((week) => week.map((day) => ({ ...day, isWithin: isWithin(day) }))),
  };
}

/** Builds the week that starts on a Monday. */
export function weekOf(name: string): Period {
  return { ...periodFrom(startOf(name), 1), name };
}

function periodFrom(first: Date, weekCount: number): Omit<Period, 'name'> {
  const after = (days: number) => new Date(first.getFullYear(), first.getMonth(), first.getDate() + days);
  const weeks = Array.from({ length: weekCount }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => {
      const date = after(7 * week + day);
      return { name: dayName(date), date, isWithin: true };
    }),
  );
  return { from: first, until: after(7 * weekCount), weeks };
}

/** Groups dates by the name of their day. */
export function groupByDay(dates: readonly ComingDate[]): ReadonlyMap<string, ComingDate[]> {
  return Map.groupBy(dates, ({ at }) => dayName(new Date(at)));
}

/** The time of a date on another day. */
export function onDay(at: string, day: string): Date {
  const [moment, start] = [new Date(at), startOf(day)];
  moment.setFullYear(start.getFullYear(), start.getMonth(), start.getDate());
  return moment;
}

/** A number of days after a date, at the same time of day. */
export function daysLater(at: Date, days: number): Date {
  const moment = new Date(at);
  moment.setDate(moment.getDate() + days);
  return moment;
}
