import { isId } from '../../../contract/ids.ts';
import { entryStatuses, type PreviewStatus, readStatuses } from '../../../contract/drafts.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import { keysToRead, narrowType } from '../read/chosen-fields.ts';
import type { ListQuery } from '../schema.ts';
import { type PlannedFilter, ranks } from './filter-plan.ts';
import { planFilters } from './filters.ts';
import { type ListOrder, planOrder } from './order.ts';

/** Everything about a list that the query decides. */
export interface ListPlan {
  type: TypeShape;
  /** The type with the fields of `fields=` only. */
  visibleType: TypeShape;
  /** Keys of the live values that are read; all of them when undefined. */
  only: readonly string[] | undefined;
  filters: readonly PlannedFilter[];
  /** The states of a list of drafts; null for all. */
  statuses: readonly PreviewStatus[] | null;
  /** The entries of `ids=`; null for all entries of the type. */
  ids: readonly string[] | null;
  order: ListOrder;
  limit: number;
  /** How the next page is requested. A list by ids has one page. */
  paging: 'cursor' | 'offset' | 'ids';
  /** The entry before the page, from a cursor; null without one. */
  after: ListEnd | null;
  offset: number;
  /** The list that cursors and remembered positions belong to. */
  identity: readonly unknown[];
  count: boolean;
  /** The parameter that the error names if the query takes too long. */
  expensiveParam: string;
  /** Whether the query may examine most entries of the type, wherever its page starts. */
  isExpensive: boolean;
  /** The entries with a cache tag of their own; if empty, the response depends on all entries of the type. */
  taggedIds: readonly string[];
}

/** The last entry of a page in a list that is sorted newest first. */
export interface ListEnd {
  createdAt: Date;
  id: string;
}

/** What a plan depends on besides the query. */
export interface PlanContext extends Pick<ReleaseContext, 'cursors' | 'project' | 'locale'> {
  readonly db: Pick<ReleaseContext['db'], 'projectId' | 'releaseId' | 'readsDrafts' | 'hasDerivedKeys'>;
}

/** A list of drafts is also narrowed by the tab and the search words of the dashboard. */
interface ListInput {
  query: ListQuery & { q?: string };
  where: readonly WhereFilter[];
}

/** The locale whose blocks filters compare; null in projects with one. */
function localeOfBlocks({ locale, project }: PlanContext): string | null {
  const { list } = project.locales;
  return list.length < 2 ? null : (locale?.chain[0] ?? list[0]?.id ?? null);
}

/**
 * Plans a list of what readers see (`live`), or of the drafts of the dashboard. Reads nothing from the database.
 * @throws invalid_parameter, invalid_cursor, too_many_ids, unknown_field, permanent_media_urls_unavailable, and the
 * codes of `planFilters` and `planOrder`
 */
export function planList(
  context: PlanContext,
  type: TypeShape,
  { query, where }: ListInput,
  snapshot: 'live' | 'draft' = 'live',
): ListPlan {
  checkMediaUrls(context, query);
  const { status = '', q = '', sort, offset } = query;
  const visibleType = narrowType(type, query);
  const filters = planFilters(type, where, snapshot === 'draft' ? null : localeOfBlocks(context));
  const ids = query.ids === undefined ? null : readIds(query);
  const { db } = context;
  const statuses = db.readsDrafts ? readStatuses(query.status, entryStatuses) : null;
  const conditions = where.map(({ field, operator, value }) => [field, operator, value]).sort();
  const drafts = snapshot === 'draft' ? ['drafts', status, q] : db.readsDrafts ? ['previews', status] : [];
  const { locale } = context;
  const inLocale = locale === undefined ? [] : [`${locale.chain[0]} ${locale.mode}`];
  const identity = [db.projectId, db.releaseId, type.slug, ...drafts, ...inLocale, conditions];
  const after = readCursor(context, identity, query);
  const hasSlots = snapshot === 'live' && db.hasDerivedKeys;
  const order = planOrder(type, sort, { hasSlots, where: snapshot === 'live' ? where : [] });
  const isNewestFirst = sort === undefined && offset === undefined;
  const isScan =
    snapshot === 'live'
      ? order.by === 'memory' || examinesMost(filters)
      : filters.length > 0 || q !== '' || !isNewestFirst;
  return {
    type,
    visibleType,
    only: keysToRead(type, visibleType),
    filters,
    statuses,
    ids,
    order,
    limit: ids?.length ?? query.limit ?? limits.page_size_default,
    paging: ids !== null ? 'ids' : isNewestFirst ? 'cursor' : 'offset',
    after,
    offset: offset ?? 0,
    identity,
    count: query.count === true,
    // The last filter is the one that no index helps, or that leaves most entries.
    expensiveParam: filters.at(-1)?.param ?? (q !== '' ? 'q' : sort === undefined ? 'offset' : 'sort'),
    isExpensive: query.count === true || statuses !== null || isScan,
    taggedIds: (ids ?? []).filter((each) => isId('entry', each)),
  };
}

/** @throws too_many_ids, invalid_parameter for a parameter that cannot be combined with `ids` */
function readIds(query: ListQuery): string[] {
  const conflict = (['limit', 'cursor', 'offset'] as const).find((name) => query[name] !== undefined);
  if (conflict !== undefined)
    throw apiError(
      'invalid_parameter',
      { name: conflict, why: 'cannot be combined with ids' },
      { param: conflict },
    );
  const ids = (query.ids ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > limits.ids_max) throw apiError('too_many_ids', {}, { param: 'ids' });
  return [...new Set(ids)];
}

/** @throws invalid_cursor */
function readCursor(
  { cursors }: PlanContext,
  identity: readonly unknown[],
  query: ListQuery,
): ListEnd | null {
  const { cursor, sort, offset } = query;
  if (cursor === undefined) return null;
  if (sort !== undefined || offset !== undefined) throw apiError('invalid_cursor', {}, { param: 'cursor' });
  const [createdAt, id] = cursors.decode(identity, cursor);
  return { createdAt: new Date(String(createdAt)), id: String(id) };
}

/** Whether a filter has no index, or the best filter is a range, which may leave most entries. */
function examinesMost(filters: readonly PlannedFilter[]): boolean {
  return filters.some(({ facet }) => facet === null) || (filters[0]?.rank ?? ranks.exact) >= ranks.range;
}
