import { limits } from './limits.ts';
import { dayMs, latest, minuteMs, parseTime } from './time.ts';

/** How far ahead previews can show the site, in days (specification: preview). */
export const previewDaysAheadMax = limits.published_at_days_ahead_max;

/** The bounds of share links; the schema of the API and the command line use them. */
export const previewLinkBounds = { nameCharsMax: limits.name_chars_max, hoursMax: 30 * 24 } as const;

const withZone = /([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads the time of a preview: now or later. Up to a minute in the past counts as now, because clocks differ and pages
 * load slowly. Returns a text that says why the value is invalid.
 */
export function readPreviewTime(value: string, now: Date): Date | string {
  const at = withZone.test(value) && /[Tt ]/.test(value) ? parseTime(value) : null;
  if (at === null) return 'must be a date and time with Z or an offset, as in 2026-12-24T08:00:00Z';
  if (at.getTime() < now.getTime() - minuteMs)
    return 'is in the past; previews show the content of now or later';
  if (at.getTime() > now.getTime() + previewDaysAheadMax * dayMs)
    return `is more than ${previewDaysAheadMax} days ahead`;
  return latest(at, now);
}
