import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { loadShape, type TypeShape } from '../../types/lookup.ts';
import type { EntryRecord } from '../store/schema.ts';
import { countEntries } from '../store/repository.ts';
import { findPageAndTargets } from '../store/queries/joined-repository.ts';
import type { ListedEntry } from '../store/queries/page-repository.ts';
import { targetMemory } from '../store/target-cache.ts';
import { checkMediaUrls } from '../../links/media-urls.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond, type WhereFilter } from '../../../core/http/index.ts';
import { isTimeLimitExceeded, type Within } from '../../../core/mongo/index.ts';
import { visibleIn, visibleAt } from '../../../lifecycle/index.ts';
import { tagQuery, readIds } from './asked-ids.ts';
import { keysToRead, narrowed } from '../read/chosen-fields.ts';
import { orderFilters, readsMuch, slowestOf } from './filter-order.ts';
import { planFilters } from './filters.ts';
import { type ListOrder, planOrder } from './order.ts';
import { findSorted } from './order-in-memory.ts';
import {
  nearestPosition,
  savePosition,
  olderThan,
  type PagedList,
  type PageStart,
  pageStart,
} from './page-start.ts';
import { isReference, type KnownEntries } from '../read/references.ts';
import { readSingleton, tooLarge } from '../read/reading.ts';
import { FieldTooLarge, referenceResolver } from '../read/resolve.ts';
import { type Entry, type EntryList, type ListQuery, listParameterNames } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

/**
 * `GET /v1/content/{type}`: a page of a collection, or a singleton's values (specification: custom-content).
 * @throws unknown_content_type, not_a_collection (list parameters on a singleton), and the codes of filtering and paging
 */
export async function listOrRead(
  context: ReleaseContext,
  slug: string,
  input: { query: ListQuery; where: readonly WhereFilter[] },
): Promise<RouteResponse<EntryList | Record<string, unknown>>> {
  const type = await loadShape(context, slug);
  if (type.kind === 'collection') return listEntries(context, type, input);
  const used = [
    ...listParameterNames.filter((name) => name in input.query),
    ...input.where.map(({ param }) => param),
  ];
  if (used[0] !== undefined) throw apiError('not_a_collection', { slug }, { param: used[0] });
  return readSingleton(context, type, input.query);
}

async function listEntries(
  context: ReleaseContext,
  type: TypeShape,
  { query, where }: { query: ListQuery; where: readonly WhereFilter[] },
): Promise<RouteResponse<EntryList>> {
  checkMediaUrls(context, query);
  const chosen = narrowed(type, query);
  const filters = planFilters(type, where);
  const page = planPage(context, type, query, where);
  tagQuery(context, type, query);
  const expensive = slowestOf(filters) ?? (query.sort === undefined ? 'offset' : 'sort');
  const wanted = page.isWhole ? page.limit : page.limit + 1;
  const nearest = nearestPosition(context, page);
  const only = keysToRead(type, chosen);
  const read = async () => {
    const isSorted = isInOtherOrder(page.order);
    const ordered = await boundedBy(expensive, () =>
      orderFilters(context.db, type.slug, { filters, isSorted }),
    );
    const { conditions, index } = ordered;
    const rows = await boundedBy(expensive, async () => {
      const start = await pageStart(context, page, nearest);
      if (start === null) return nothing;
      return readPage(context, chosen, { ...page, limit: wanted, only, filters: conditions, index }, start);
    });
    const counted = query.count === true ? await total(context, type, [...conditions, ...page.among]) : {};
    return { ...rows, counted };
  };
  const isExpensive = query.count === true || readsMuch(filters) || isLong(page, nearest !== null);
  const reading = isExpensive ? context.withConcurrencyLimit(read) : read();
  const { found: rows, isWhole, targets, counted } = await reading;
  const shown = rows.slice(0, page.limit);
  const { data, validUntil } = await serveFitting(context, chosen, { shown, targets });
  const last = shown[data.length - 1];
  const isCut = !isWhole || data.length < shown.length;
  if (page.isWhole && isCut) throw tooLarge(context, 'ids');
  if (last !== undefined) savePosition(context, page, { count: page.skip + data.length, lastId: last.id });
  const hasMore = isCut || (!page.isWhole && rows.length > page.limit);
  return respond(
    {
      data,
      meta: {
        type: type.slug,
        kind: type.kind,
        release: context.release,
        limit: page.limit,
        has_more: hasMore,
        next_cursor:
          hasMore && page.byCursor && last !== undefined
            ? context.cursors.encode(page.list, [last.created_at, last.id])
            : null,
        next_offset: hasMore && !page.byCursor ? page.skip + data.length : null,
        ...counted,
      },
    },
    { validUntil },
  );
}

/** Whether an index orders the list by something else than the index of the facets does. */
function isInOtherOrder(order: ListOrder): boolean {
  return order.by === 'index' && order.path !== 'created_at';
}

/** Beyond so many rows a page is far down its list. */
const farDown = 1_000;

/** Whether the way to the page is long: rows are passed over, or sorted without an index. */
function isLong({ skip, order }: EntryPage, isNearKnown: boolean): boolean {
  return (skip > farDown && !isNearKnown) || order.by === 'memory';
}

/** The first of the entries that fit into an answer. @throws query_too_expensive when not even one does */
async function serveFitting(
  context: ReleaseContext,
  type: TypeShape,
  { shown, targets }: { shown: readonly ListedEntry[]; targets: KnownEntries | undefined },
) {
  const items = shown.map((entry) => ({ type, values: visibleAt(entry, context.now) ?? {} }));
  const resolver = await referenceResolver(context, items, targets && { entries: targets });
  const data: Entry[] = [];
  for (const [i, entry] of shown.entries()) {
    try {
      data.push(serializeEntry(entry, await resolver.serve(items[i] ?? { type, values: {} })));
      context.seen?.entry(entry.id, type.slug);
    } catch (error) {
      if (!(error instanceof FieldTooLarge)) throw error;
      if (data.length === 0) throw tooLarge(context, error.field);
      break;
    }
  }
  return { data, validUntil: resolver.validUntil };
}

const nothing: FoundPage = { found: [], isWhole: true };

type Conditions = Within<EntryRecord>[];

interface FoundPage {
  found: ListedEntry[];
  isWhole: boolean;
  /** What the rows refer to, where it was read with them. */
  targets?: KnownEntries;
}

interface WantedRows {
  filters: Conditions;
  /** The index that the filters ask for. */
  index: string | undefined;
  /** Keys of the values that are read; all of them when undefined. */
  only: readonly string[] | undefined;
}

/** The rows of a page. An index is named where nothing but the order or a filter decides; else the database weighs them. */
function readPage(
  context: ReleaseContext,
  { slug, fields }: TypeRecord,
  { order, conditions, among, filters, index, limit, only }: EntryPage & WantedRows,
  start: PageStart,
): Promise<FoundPage> {
  const { skip, keys } = start;
  const inOrder = order.by === 'index' ? order.conditions : [];
  const where = [...filters, ...among, ...conditions, ...start.conditions, ...inOrder];
  const all = [{ type: slug }, visibleIn(context.now), ...where];
  const filter = { $and: all } as Within<EntryRecord>;
  const room = context.newResponseSpace();
  if (order.by === 'memory')
    return findSorted(context.db, { ...order, filter, skip, limit, only }, () => room.openReadQuota());
  const hint = filters.length + among.length === 0 ? order.index : index;
  const pointing = {
    type: slug,
    fields: fields.filter(isReference).map(({ key, type }) => ({ key, isList: type === 'reference_list' })),
    memory: targetMemory(context),
    now: context.now,
  };
  const query = { filter, sort: order.sort, skip, limit, hint, keys, only };
  return findPageAndTargets(context.db, query, pointing, room.openReadQuota());
}

interface EntryPage extends PagedList {
  /** Where the page begins. */
  conditions: Conditions;
  /** The entries that were asked for by id. */
  among: Conditions;
  limit: number;
  byCursor: boolean;
  /** `ids` answers everything that was asked for at once. */
  isWhole: boolean;
}

function planPage(
  context: ReleaseContext,
  type: TypeRecord,
  query: ListQuery,
  where: readonly WhereFilter[],
): EntryPage {
  const ids = query.ids === undefined ? null : readIds(query);
  const limit = ids?.length ?? query.limit ?? limits.page_size_default;
  const filters = where.map(({ field, operator, value }) => [field, operator, value]).sort();
  const list = [context.db.projectId, context.db.releaseId, type.slug, filters];
  const byCursor = query.sort === undefined && query.offset === undefined;
  const conditions: Conditions = [];
  if (query.cursor !== undefined) {
    if (!byCursor) throw apiError('invalid_cursor', {}, { param: 'cursor' });
    const [time, id] = context.cursors.decode(list, query.cursor);
    const at = new Date(String(time));
    conditions.push(olderThan(at, String(id)));
  }
  return {
    type: type.slug,
    conditions,
    among: ids === null ? [] : [{ id: { $in: ids } }],
    order: planOrder(type, query.sort, { hasSlots: !context.db.readsDrafts }),
    skip: query.offset ?? 0,
    limit,
    byCursor,
    byOffset: !byCursor && ids === null,
    isFiltered: where.length > 0,
    isWhole: ids !== null,
    list,
  };
}

async function total(context: ReleaseContext, type: TypeRecord, conditions: Conditions) {
  const filter = {
    $and: [{ type: type.slug }, ...conditions, visibleIn(context.now)],
  } as Within<EntryRecord>;
  const counted = await boundedBy('count', () => countEntries(context.db, filter, limits.count_cap));
  const isCapped = counted > limits.count_cap;
  return { total: Math.min(counted, limits.count_cap), total_is_capped: isCapped };
}

/** Names the parameter that made a query run out of its time. @throws query_too_expensive */
export async function boundedBy<T>(param: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isTimeLimitExceeded(error)) throw apiError('query_too_expensive', { name: param }, { param });
    throw error;
  }
}
