import { articlesWithin } from '../../modules/index.ts';
import { entriesWithin } from '../../content/index.ts';
import type { ComingDate } from '../../contract/home.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { Calendar, CalendarQuery } from './schema.ts';

/** Maximum range of one request: the six weeks of a month's page, plus the hour when clocks are set back. */
const maxDays = 43;
/** Maximum dates of one response. */
const maxDates = 500;

/**
 * Lists future publications, scheduled changes and ends of the release's entries and of articles in a range of time.
 * @throws invalid_parameter
 */
export async function readCalendar(context: ReleaseContext, query: CalendarQuery): Promise<Calendar> {
  const [from, until] = [parseParam('from', query.from), parseParam('until', query.until)];
  const ms = until.getTime() - from.getTime();
  if (ms <= 0) throw invalid('until', 'is not later than from');
  if (ms > maxDays * dayMs) throw invalid('until', `is more than ${maxDays} days after from`);
  const next = new Date(context.now.getTime() + 1);
  const range = { from: from > next ? from : next, until };
  const items = await context.withConcurrencyLimit(() =>
    Promise.all([entriesWithin(context, range, maxDates + 1), articlesWithin(context, range, maxDates + 1)]),
  );
  const all = items.flat().sort(compareDates);
  return { data: all.slice(0, maxDates), has_more: all.length > maxDates };
}

function compareDates(a: ComingDate, b: ComingDate): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.item.id < b.item.id ? -1 : 1;
}

function parseParam(name: 'from' | 'until', text: string): Date {
  const date = parseTime(text);
  if (date === null) throw invalid(name, 'is not a date; write it as 2026-11-20T09:30:00Z');
  return date;
}

function invalid(name: 'from' | 'until', why: string) {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
