import type { Collection, Document, Filter } from 'mongodb';
import { earliest } from '../../../contract/time.ts';
import type { DueQuery, ScheduledKind } from '../../../core/context/index.ts';
import type { DueRows } from '../../../core/jobs/index.ts';
import { datePaths } from '../../../core/mongo/index.ts';
import { changeDue, changing, ended, ending, overdue, scheduled } from '../conditions.ts';

/** A due row with its project and release. */
export interface DueRow {
  _id: string;
  id?: string;
  project_id: string;
  release_id?: string;
  at: Date;
}

/**
 * Finds rows that are due by one of their dates, earliest first; a row with two such dates is returned
 * twice. Each kind of date has its own index.
 */
export async function findDueRows<R extends object>(
  collection: Collection<R>,
  query: DueQuery,
  filter: Filter<R> = {},
): Promise<DueRow[]> {
  const pages = await Promise.all(
    datePaths.map((path) =>
      collection
        .find({ ...filter, ...dueFilter<R>(path, query) })
        .project<DueRow>({ id: 1, project_id: 1, release_id: 1, at: `$${path}` })
        .sort({ [path]: 1, _id: 1 })
        .limit(query.limit)
        .toArray(),
    ),
  );
  const inOrder = (a: DueRow, b: DueRow) => a.at.getTime() - b.at.getTime() || (a._id < b._id ? -1 : 1);
  return pages.flat().sort(inOrder).slice(0, query.limit);
}

const nothingSkipped = { projectIds: [], releaseIds: [] };

/** The rows of these kinds that are due within `aheadMs`. */
export function rowsDueWithin(kinds: readonly ScheduledKind[], aheadMs: number): DueRows[] {
  const collections = [
    ...new Set(
      kinds.flatMap(({ collection, localeRows }) =>
        localeRows === undefined ? [collection] : [collection, localeRows],
      ),
    ),
  ];
  return collections.flatMap((collection) =>
    datePaths.map((path) => ({
      collection,
      filter: (now: Date) => {
        const until = new Date(now.getTime() + aheadMs);
        return dueFilter<object>(path, { until, limit: 1, after: null, except: nothingSkipped });
      },
    })),
  );
}

function dueFilter<R extends object>(
  path: (typeof datePaths)[number],
  { until, after, except }: DueQuery,
): Filter<R> {
  const dates: Document =
    after === null
      ? { [path]: { $lte: until } }
      : { $or: [{ [path]: after.at, _id: { $gt: after.row } }, { [path]: { $gt: after.at, $lte: until } }] };
  return {
    ...(path === 'live_at' ? { status: 'scheduled' } : {}),
    ...dates,
    ...(except.projectIds.length === 0 ? {} : { project_id: { $nin: except.projectIds } }),
    ...(except.releaseIds.length === 0 ? {} : { release_id: { $nin: except.releaseIds } }),
  } as unknown as Filter<R>; // R has these keys; that is what a dated collection is
}

/** For each kind of date: its path, and the rows with such a date after `now`. */
export function comingDates(now: Date) {
  return [
    { path: 'live_at', rows: scheduled(now) },
    { path: 'pending.at', rows: changing(now) },
    { path: 'live_until', rows: ending(now) },
  ] as const;
}

/**
 * For each kind of date: what happens at it, its path, and the rows with such a date in the period. The end
 * is excluded.
 */
export function datesWithin({ from, until }: Period) {
  const within = { $gte: from, $lt: until };
  return [
    { what: 'starts', path: 'live_at', rows: { status: 'scheduled' as const, live_at: within } },
    { what: 'changes', path: 'pending.at', rows: { 'pending.at': within } },
    { what: 'ends', path: 'live_until', rows: { live_until: within } },
  ] as const;
}

export interface Period {
  from: Date;
  until: Date;
}

/** For each kind of date: its path, and the rows with such a date at or before `now` that was not applied. */
export function dueDates(now: Date) {
  return [
    { path: 'live_at', rows: overdue(now) },
    { path: 'pending.at', rows: changeDue(now) },
    { path: 'live_until', rows: ended(now) },
  ] as const;
}

/** The part of a collection that finds its next date. */
interface DatedRows {
  findOne(filter: Document, options: { sort: Record<string, 1>; projection: Document }): Promise<unknown>;
}

/** The earliest date still to come in rows that match a filter, or null. */
export async function nextDateOf(rows: DatedRows, now: Date, filter: Document = {}): Promise<Date | null> {
  const firstDates = await Promise.all(
    comingDates(now).map(async ({ path, rows: later }) => {
      const options = { sort: { [path]: 1 } as const, projection: { at: `$${path}` } };
      const item = (await rows.findOne({ ...filter, ...later }, options)) as { at?: Date } | null;
      return item?.at ?? null;
    }),
  );
  return firstDates.reduce(earliest, null);
}
