import { limits } from '../../contract/limits.ts';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import { parseTime } from '../../contract/time.ts';
import { isVisible, type VisiblePeriod } from './due/ends.ts';

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
