import { articlesWithin } from '../../modules/index.ts';
import { entriesWithin } from '../../content/index.ts';
import type { ComingDate } from '../../contract/home.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { dayMs } from '../../contract/time.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { parseTime } from '../../lifecycle/index.ts';
import type { Calendar, CalendarQuery } from './schema.ts';

/** The longest stretch of time of one request: the six weeks of a month's page, and the hour that a clock may be put back. */
const daysMax = 43;
/** Dates of one answer. */
const datesMax = 500;

/**
 * What is coming in a stretch of time, in its order: starts, scheduled changes and ends of the release's entries and of
 * the articles. What has come already is not coming any more. @throws invalid_parameter
 */
export async function readCalendar(context: ReleaseContext, query: CalendarQuery): Promise<Calendar> {
  const [from, until] = [readMoment('from', query.from), readMoment('until', query.until)];
  const ms = until.getTime() - from.getTime();
  if (ms <= 0) throw invalid('until', 'is not later than from');
  if (ms > daysMax * dayMs) throw invalid('until', `is more than ${daysMax} days after from`);
  const next = new Date(context.now.getTime() + 1);
  const stretch = { from: from > next ? from : next, until };
  const items = await context.withConcurrencyLimit(() =>
    Promise.all([
      entriesWithin(context, stretch, datesMax + 1),
      articlesWithin(context, stretch, datesMax + 1),
    ]),
  );
  const all = items.flat().sort(inOrder);
  return { data: all.slice(0, datesMax), has_more: all.length > datesMax };
}

function inOrder(a: ComingDate, b: ComingDate): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.item.id < b.item.id ? -1 : 1;
}

function readMoment(name: 'from' | 'until', text: string): Date {
  const moment = parseTime(text);
  if (moment === null) throw invalid(name, 'is not a date; write it as 2026-11-20T09:30:00Z');
  return moment;
}

function invalid(name: 'from' | 'until', why: string) {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
