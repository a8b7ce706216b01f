import type { ComingDate } from '../../../../src/contract/home.ts';

/** A month with its weeks from Monday to Sunday. */
export interface Month {
  /** `2026-11` */
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

/** The name of the month a number of months later. */
export function monthAfter(name: string, months: number): string {
  const [year = 0, month = 1] = name.split('-').map(Number);
  return monthName(new Date(year, month - 1 + months, 1));
}

/** Builds a month. Days are calendar days, because a day with a clock change doesn't have 24 hours. */
export function monthOf(name: string): Month {
  const [year = 0, month = 1] = name.split('-').map(Number);
  const first = new Date(year, month - 1, 1);
  const leadingDays = (first.getDay() + 6) % 7; // days since Monday
  const days = new Date(year, month, 0).getDate();
  const weeks = Array.from({ length: Math.ceil((leadingDays + days) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => {
      const date = new Date(year, month - 1, 1 - leadingDays + 7 * week + day);
      return { name: dayName(date), date, isWithin: date.getMonth() === first.getMonth() };
    }),
  );
  const from = new Date(year, month - 1, 1 - leadingDays);
  return { name, from, until: new Date(year, month - 1, 1 - leadingDays + 7 * weeks.length), weeks };
}

/** Groups dates by the name of their day. */
export function groupByDay(dates: readonly ComingDate[]): ReadonlyMap<string, ComingDate[]> {
  return Map.groupBy(dates, ({ at }) => dayName(new Date(at)));
}
