import type { ComingDate } from '../../../../src/contract/home.ts';

/** A month of the person's calendar: its name in the address, and its weeks from Monday to Sunday. */
export interface Month {
  /** `2026-11` */
  name: string;
  /** The first moment of the page, and the first after it, in the person's time zone. */
  from: Date;
  until: Date;
  weeks: Day[][];
}

export interface Day {
  /** `2026-11-23`, in the person's time zone. */
  name: string;
  date: Date;
  /** Whether it belongs to the month, and not to one beside it. */
  isWithin: boolean;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The day of a moment, in the person's time zone. */
export function dayName(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The month of a moment, in the person's time zone. */
export function monthName(at: Date): string {
  return dayName(at).slice(0, 7);
}

/** The name of the month so many months later. */
export function monthAfter(name: string, by: number): string {
  const [year = 0, month = 1] = name.split('-').map(Number);
  return monthName(new Date(year, month - 1 + by, 1));
}

/** Days are counted by the calendar and not by 24 hours: clocks are put forward and back. */
export function monthOf(name: string): Month {
  const [year = 0, month = 1] = name.split('-').map(Number);
  const first = new Date(year, month - 1, 1);
  const before = (first.getDay() + 6) % 7; // days since Monday
  const days = new Date(year, month, 0).getDate();
  const weeks = Array.from({ length: Math.ceil((before + days) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => {
      const date = new Date(year, month - 1, 1 - before + 7 * week + day);
      return { name: dayName(date), date, isWithin: date.getMonth() === first.getMonth() };
    }),
  );
  const from = new Date(year, month - 1, 1 - before);
  return { name, from, until: new Date(year, month - 1, 1 - before + 7 * weeks.length), weeks };
}

/** The dates of each day, by its name. */
export function byDay(dates: readonly ComingDate[]): ReadonlyMap<string, ComingDate[]> {
  return Map.groupBy(dates, ({ at }) => dayName(new Date(at)));
}
