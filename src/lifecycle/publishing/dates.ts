import { limits } from '../../contract/limits.ts';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import { isVisible, type VisiblePeriod } from './due/ends.ts';

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses an RFC 3339 date or date-time, in UTC if it has no offset (specification: times). Returns null for
 * anything else, including February 30.
 */
export function parseTime(text: string): Date | null {
  const parts = form.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = parts;
  const date = `${year}-${month}-${day}`;
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return new Date(`${date}T00:00:00Z`);
  if (hour === '24') return null; // allowed in JavaScript, not in RFC 3339
  const milliseconds = (fraction ?? '.000').slice(1, 4).padEnd(3, '0');
  const time = new Date(
    `${date}T${hour}:${minute}:${second ?? '00'}.${milliseconds}${(offset ?? 'Z').toUpperCase()}`,
  );
  const utcYear = time.getUTCFullYear();
  return utcYear >= 0 && utcYear <= 9999 ? time : null; // excludes invalid dates (NaN) and years of five digits
}

/**
 * Reads a publish date (specification: publish-dates).
 * @throws invalid_published_at, published_at_too_far_ahead
 */
export function readPublishedAt(value: unknown, now: Date): Date {
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null) throw invalidDate('is not a date; write it as 2026-11-20T09:30:00Z');
  if (date.getUTCFullYear() < limits.published_at_year_min) throw invalidDate('is before 1990');
  if (date > yearAfter(now)) throw apiError('published_at_too_far_ahead', {}, { param: 'published_at' });
  return date;
}

/**
 * Reads the date of a scheduled change (specification: scheduled-changes).
 * @throws invalid_publish_at
 */
export function readPublishAt(value: unknown, now: Date): Date {
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null) throw invalidPublishAt('is not a date; write it as 2026-11-20T09:30:00Z');
  if (date <= now) throw invalidPublishAt('is not in the future; leave it out to publish now');
  if (date > yearAfter(now)) throw invalidPublishAt('is more than one year in the future');
  return date;
}

export function invalidPublishAt(why: string): ApiError {
  return apiError('invalid_publish_at', { why }, { param: 'publish_at' });
}

/**
 * Returns why a change can't be scheduled, or null: readers must see the item now (specification:
 * scheduled-changes).
 */
export function findPublishAtError(
  item: VisiblePeriod,
  input: {
    publish?: boolean | undefined;
    publishAt?: Date | null | undefined;
    publishedAt?: unknown;
    archived?: boolean | undefined;
  },
  now: Date,
): ApiError | null {
  if (!(input.publishAt instanceof Date)) return null;
  if (input.publish === false || input.archived === true)
    return invalidPublishAt('cannot stand beside what hides the item');
  if (input.publishedAt !== undefined)
    return invalidPublishAt('cannot stand beside published_at; send one of the two dates');
  if (isVisible(item, now)) return null;
  return invalidPublishAt(
    'is for items that are live; schedule this one with "publish": true and published_at',
  );
}

/**
 * Reads the end of an item (specification: ends).
 * @throws invalid_unpublish_at, unpublish_at_too_far_ahead
 */
export function readUnpublishAt(value: unknown, now: Date): Date {
  const date = typeof value === 'string' ? parseTime(value) : null;
  if (date === null) throw invalidUnpublishAt('is not a date; write it as 2026-11-20T09:30:00Z');
  if (date <= now) throw invalidUnpublishAt('is not in the future; send "publish": false to unpublish now');
  if (date > yearAfter(now)) throw apiError('unpublish_at_too_far_ahead', {}, { param: 'unpublish_at' });
  return date;
}

export function invalidUnpublishAt(why: string): ApiError {
  return apiError('invalid_unpublish_at', { why }, { param: 'unpublish_at' });
}

function yearAfter(now: Date): Date {
  const bound = new Date(now);
  bound.setUTCFullYear(bound.getUTCFullYear() + 1);
  return bound;
}

export function invalidDate(why: string): ApiError {
  return apiError('invalid_published_at', { why }, { param: 'published_at' });
}
