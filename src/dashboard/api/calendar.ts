import { articlesWithin } from '../../modules/index.ts';
import { entriesWithin } from '../../content/index.ts';
import { findMissing } from '../../contract/access.ts';
import { type ComingDate, type ComingKind, comingKinds } from '../../contract/home.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { dayMs, parseTime } from '../../contract/time.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { findReleases, type Period } from '../../lifecycle/index.ts';
import type { Calendar, CalendarQuery } from './schema.ts';

/** Maximum range of one request: the six weeks of a month's page, plus the hour when clocks are set back. */
const maxDays = 43;
/** Maximum dates of one response. */
const maxDates = 500;

/**
 * Lists future publications, scheduled changes and ends of the release's entries and of articles, and promotions of
 * releases, in a range of time. Members see promotions if they may read the project.
 * @throws invalid_parameter
 */
export async function readCalendar(context: ReleaseContext, query: CalendarQuery): Promise<Calendar> {
  const [from, until] = [parseParam('from', query.from), parseParam('until', query.until)];
  const ms = until.getTime() - from.getTime();
  if (ms <= 0) throw invalid('until', 'is not later than from');
  if (ms > maxDays * dayMs) throw invalid('until', `is more than ${maxDays} days after from`);
  const kinds = parseKinds(query.kinds);
  const next = new Date(context.now.getTime() + 1);
  const period = { from: from > next ? from : next, until };
  const items = await context.withConcurrencyLimit(() => findDates(context, period, { ...query, kinds }));
  const all = items.sort(compareDates);
  return { data: all.slice(0, maxDates), has_more: all.length > maxDates };
}

async function findDates(
  context: ReleaseContext,
  period: Period,
  { kinds, types }: { kinds: ReadonlySet<ComingKind>; types?: string },
): Promise<ComingDate[]> {
  const limit = maxDates + 1;
  const slugs = types?.split(',');
  const readsReleases = kinds.has('release') && mayReadProject(context.caller);
  const [entryDates, articleDates, releaseDates] = await Promise.all([
    kinds.has('entry') ? entriesWithin(context, period, { limit, types: slugs }) : [],
    kinds.has('blog_article') || kinds.has('kb_article') ? articlesWithin(context, period, limit) : [],
    readsReleases ? promotionsWithin(context, period) : [],
  ]);
  return [...entryDates, ...articleDates.filter(({ item }) => kinds.has(item.kind)), ...releaseDates];
}

function mayReadProject(caller: ReleaseContext['caller']): boolean {
  return caller === null || findMissing(caller.grant, { permission: 'read', area: 'project' }) === null;
}

/** The promotions in a period. A project has at most 20 releases. */
async function promotionsWithin(
  { db }: Pick<ReleaseContext, 'db'>,
  { from, until }: Period,
): Promise<ComingDate[]> {
  const releases = await findReleases(db);
  return releases.flatMap(({ _id: id, name, promotion, created_at }): ComingDate[] => {
    if (promotion === undefined || promotion.at < from || promotion.at >= until) return [];
    const at = promotion.at.toISOString();
    const item = { kind: 'release' as const, id, title: name, type: null, slug: null };
    const dates = { status: 'scheduled' as const, scheduled_for: at, updated_at: created_at.toISOString() };
    return [{ at, what: 'promotes', item: { ...item, ...dates } }];
  });
}

function parseKinds(text: string | undefined): ReadonlySet<ComingKind> {
  if (text === undefined) return new Set(comingKinds);
  const kinds = text.split(',').map((word) => comingKinds.find((kind) => kind === word));
  if (!kinds.every((kind) => kind !== undefined))
    throw invalid('kinds', `contains a kind other than ${comingKinds.join(', ')}`);
  return new Set(kinds);
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

function invalid(name: 'from' | 'until' | 'kinds', why: string) {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
