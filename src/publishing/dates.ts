import { limits } from '../contract/limits.ts';
import { problem, type Problem } from '../contract/problem.ts';

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads an RFC 3339 date or date-time; without an offset it is UTC (specification: times).
 * Null for anything else, the 30th of February included.
 */
export function parseTime(text: string): Date | null {
  const parts = form.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = parts;
  const date = `${year}-${month}-${day}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return new Date(`${date}T00:00:00Z`);
  if (hour === '24') return null; // JavaScript knows such an hour, RFC 3339 does not
  const milliseconds = (fraction ?? '.000').slice(1, 4).padEnd(3, '0');
  const time = new Date(
    `${date}T${hour}:${minute}:${second ?? '00'}.${milliseconds}${(offset ?? 'Z').toUpperCase()}`,
  );
  const utcYear = time.getUTCFullYear();
  return utcYear >= 0 && utcYear <= 9999 ? time : null; // no year (NaN), or one of five digits, is no time either
}

/**
 * Reads a publish date (specification: publish-dates).
 * @throws invalid_published_at, published_at_too_far_ahead
 */
export function readPublishedAt(value: unknown, now: Date): Date {
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null) throw invalidDate('is not a date; write it as 2026-11-20T09:30:00Z');
  if (date.getUTCFullYear() < limits.published_at_year_min) throw invalidDate('is before 1990');
  const bound = new Date(now);
  bound.setUTCFullYear(bound.getUTCFullYear() + 1);
  if (date > bound) throw problem('published_at_too_far_ahead', {}, { param: 'published_at' });
  return date;
}

export function invalidDate(why: string): Problem {
  return problem('invalid_published_at', { why }, { param: 'published_at' });
}
