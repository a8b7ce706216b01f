const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `Nov 12` for `2026-11-12`, a day in UTC. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `November 2026` for `2026-11`. */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(month));
}
