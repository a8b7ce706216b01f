const relative = /^([+-])(\d{1,5})([mhd])$/;
const absolute = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a moment of a seed file: a date, a date with a time (UTC unless it carries an offset), or minutes, hours or
 * days from `now`, such as `+30d` and `-10d`.
 *
 * @returns null when the text is none of these, or names a day that no calendar has.
 */
export function readSeedDate(text: string, now: Date): Date | null {
  const [, sign, amount, unit] = relative.exec(text) ?? [];
  if (amount !== undefined && (unit === 'm' || unit === 'h' || unit === 'd')) {
    const distance = Number(amount) * unitMs[unit];
    return new Date(now.getTime() + (sign === '-' ? -distance : distance));
  }
  const day = absolute.exec(text)?.[1];
  if (day === undefined || !isCalendarDay(day)) return null;
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10));
  const moment = new Date(text.length === 10 || hasOffset ? text : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** JavaScript reads 31 February as 3 March. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
