import { storageKey } from '../../../contract/fields/storage-key.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { loadShape, type TypeShape } from '../../types/lookup.ts';
import { facetIndex } from '../store/order-indexes.ts';
import {
  countEach,
  countEntries,
  findPageAndTargets,
  type ListedEntry,
  type PageRows,
} from '../store/queries/list-repository.ts';
import { targetMemory } from '../store/target-cache.ts';
import { type ReleaseContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond, type WhereFilter } from '../../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../../core/mongo/index.ts';
import { checkRowsReady, inStatus, visibleIn, visibleAt } from '../../../lifecycle/index.ts';
import type { Condition } from './filter-plan.ts';
import { type ListPlan, planList } from './plan.ts';
import { findStart, nearestPosition, type PageStart, savePosition } from './positions.ts';
import { findSorted } from './sort-in-memory.ts';
import { hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { alternatesOf, localeKeysOf } from '../locales/response.ts';
import { currentRows, servesEntries } from '../locales/rows.ts';
import { documentContext, rowContext } from '../locales/serve.ts';
import { isReference } from '../read/references.ts';
import { findEntries } from '../store/repository.ts';
import { readSingleton, tooLarge } from '../read/reading.ts';
import { FieldTooLarge, referenceResolver } from '../read/resolve.ts';
import { type Entry, type EntryList, type ListQuery, listParameterNames } from '../schema.ts';
import { serializeEntry } from '../serialize.ts';

/**
 * `GET /v1/content/{type}`: a page of a collection, or a singleton's values (specification: custom-content).
 * @throws unknown_content_type, not_a_collection (list parameters on a singleton), query_too_expensive, and the codes of
 * `planList`
 */
export async function listOrRead(
  context: ReleaseContext,
  slug: string,
  input: { query: ListQuery; where: readonly WhereFilter[] },
): Promise<RouteResponse<EntryList | Record<string, unknown>>> {
  const type = await loadShape(context, slug);
  if (type.kind === 'collection' && context.locale?.isCombined === true) {
    const why = 'works on single items. On a list, send locale';
    throw apiError('invalid_parameter', { name: 'locales', why }, { param: 'locales' });
  }
  if (type.kind === 'collection' && servesEntries(rowContext(context, type))) checkRowsReady(context);
  if (type.kind === 'collection') return readList(context, planList(rowContext(context, type), type, input));
  const { query, where } = input;
  if (query.status !== undefined)
    throw apiError('unknown_parameter', { name: 'status' }, { param: 'status' });
  const names = [...listParameterNames.filter((name) => name in query), ...where.map(({ param }) => param)];
  if (names[0] !== undefined) throw apiError('not_a_collection', { slug }, { param: names[0] });
  return readSingleton(context, type, query);
}

/** A page after this many rows is far down its list. */
const farDown = 1_000;

async function readList(context: ReleaseContext, plan: ListPlan): Promise<RouteResponse<EntryList>> {
  const { type, limit, offset } = plan;
  for (const id of plan.taggedIds) context.cacheTags?.entry(id, type.slug);
  if (plan.taggedIds.length === 0) context.cacheTags?.entriesOf(type.slug);
  const rowReader = rowContext(context, type);
  const nearest = nearestPosition(rowReader, plan);
  const isExpensive = plan.isExpensive || (offset > farDown && nearest === null);
  const readPage = () => readRows(rowReader, plan, nearest);
  const { items, isWhole, targets, total } = await (isExpensive
    ? context.withConcurrencyLimit(readPage)
    : readPage());
  const pageItems = await currentRows(rowReader, items.slice(0, limit), () => type);
  const page = await serializeUntilFull(context, plan.visibleType, { visible: pageItems, targets });
  const { validUntil } = page;
  const data = await withLocaleKeys(context, plan, { data: page.data, rows: pageItems });
  const isCut = !isWhole || data.length < pageItems.length;
  if (plan.ids !== null && isCut) throw tooLarge(context, 'ids');
  const last = pageItems[data.length - 1];
  if (last !== undefined) savePosition(rowReader, plan, { count: offset + data.length, lastId: last.id });
  const hasMore = isCut || items.length > limit;
  const meta = {
    type: type.slug,
    kind: type.kind,
    release: context.release,
    limit,
    ...nextPage(context, plan, { hasMore, last, size: data.length }),
    ...total,
  };
  return respond({ data, meta }, { validUntil });
}

/** The items with the keys of the requested locale; unchanged without one. */
async function withLocaleKeys(
  context: ReleaseContext,
  { type, visibleType }: ListPlan,
  { data, rows }: { data: readonly Entry[]; rows: readonly ListedEntry[] },
): Promise<Entry[]> {
  const { locale } = context;
  if (locale === undefined) return [...data];
  const pageRows = rows.slice(0, data.length);
  const hasAlternates = locale.hasAlternates && hasLocalizedFields(type);
  const ids = hasAlternates ? pageRows.map(({ id }) => id) : [];
  const documents = ids.length === 0 ? [] : await findEntries(documentContext(context, type).db, ids);
  const byId = new Map(documents.map((record) => [record.id, record]));
  return data.map((item, i) => {
    const row = pageRows[i];
    if (row === undefined) return item;
    const servedEntry = { entry: row, locale: row.locale ?? locale.chain[0], fallbacks: row.fallbacks };
    const record = byId.get(row.id);
    const alternates = record === undefined ? {} : alternatesOf(context, type, record);
    return { ...item, ...localeKeysOf(context, { type, visibleType }, servedEntry), ...alternates };
  });
}

/** Chooses the index, finds where the page starts, reads one row more than the page has, and counts. */
async function readRows(
  context: ReleaseContext,
  plan: ListPlan,
  nearest: ReturnType<typeof nearestPosition>,
): Promise<PageRows & { total: object }> {
  const { page, conditions } = await withTimeoutError(plan.expensiveParam, async () => {
    const indexed = await chooseIndex(context, plan);
    const start = await findStart(context, plan, nearest);
    const noRows: PageRows = { items: [], isWhole: true };
    const page = start === null ? noRows : await readPage(context, plan, indexed, start);
    return { page, conditions: indexed.conditions };
  });
  const allConditions = [{ type: plan.type.slug }, ...conditions, visibleIn(context.now)];
  return { ...page, total: await countTotal(context, plan, allConditions) };
}

/** The conditions of filters and ids, and how MongoDB finds the entries. */
interface IndexedConditions {
  conditions: Condition[];
  /** The index to name; undefined leaves the choice to MongoDB. */
  hint: string | undefined;
}

/** Filters are counted up to this many entries. Above it all filters are equally common. */
const countedMax = 500;

/**
 * Turns filters into conditions of which only the most selective one uses the facet index
 * (docs/architecture/decisions/0031-one-indexed-filter.md). An index is named if only the order decides, or if a sorted list has few
 * entries: MongoDB remembers one choice for all projects.
 */
async function chooseIndex(
  { db, now }: ReleaseContext,
  { type, filters, statuses, ids, order }: ListPlan,
): Promise<IndexedConditions> {
  const byIds = ids === null ? [] : [{ id: { $in: [...ids] } }];
  const orderIndex = order.by === 'index' && filters.length + byIds.length === 0 ? order.index : undefined;
  // Previews show drafts in place of live values, `fallback=none` own values, and facets are of what readers see.
  if (!db.hasDerivedKeys)
    return {
      conditions: [
        ...filters.map(({ plain }) => plain('live')),
        ...byIds,
        ...(statuses === null ? [] : [inStatus(statuses, now)]),
      ],
      hint: orderIndex,
    };
  const isSorted = order.by === 'index' && order.path !== 'created_at';
  const indexed = filters.filter(({ facet }) => facet !== null);
  let [first, isRare] = [indexed[0], false];
  if (indexed.length >= (isSorted ? 1 : 2)) {
    const facets = indexed.map(({ facet }) => ({ type: type.slug, ...facet }));
    const sizes = await countEach(db, facets, countedMax);
    const smallest = Math.min(...sizes);
    [first, isRare] = [indexed[sizes.indexOf(smallest)], smallest < countedMax];
  }
  const conditions = filters.flatMap((filter) => {
    if (filter !== first || filter.facet === null) return [filter.plain('live')];
    return filter.isExact ? [filter.facet] : [filter.facet, filter.plain('live')];
  });
  return { conditions: [...conditions, ...byIds], hint: isSorted && isRare ? facetIndex : orderIndex };
}

function readPage(
  context: ReleaseContext,
  { type: { slug }, visibleType, order, limit, only }: ListPlan,
  { conditions, hint }: IndexedConditions,
  { skip, keys, conditions: startConditions }: PageStart,
): Promise<PageRows> {
  const orderConditions = order.by === 'index' ? order.conditions : [];
  const allConditions = [
    { type: slug },
    visibleIn(context.now),
    ...conditions,
    ...startConditions,
    ...orderConditions,
  ];
  const page = { filter: { $and: allConditions } as Condition, skip, limit: limit + 1, only };
  const newQuota = () => context.newResponseSpace().openReadQuota();
  if (order.by === 'memory') return findSorted(context.db, { ...page, ...order }, newQuota);
  const references = {
    type: slug,
    fields: visibleType.fields
      .filter(isReference)
      .map((field) => ({ key: storageKey(field), isList: field.type === 'reference_list' })),
    memory: targetMemory(context),
    now: context.now,
  };
  return findPageAndTargets(context.db, { ...page, sort: order.sort, hint, keys }, references, newQuota());
}

/** The first entries that fit into the response. @throws query_too_expensive if the first does not fit */
async function serializeUntilFull(
  context: ReleaseContext,
  type: TypeShape,
  { visible: pageItems, targets }: { visible: readonly ListedEntry[]; targets: PageRows['targets'] },
): Promise<{ data: Entry[]; validUntil: Date | null }> {
  const items = pageItems.map((entry) => ({ type, values: visibleAt(entry, context.now) ?? {} }));
  const resolver = await referenceResolver(context, items, targets && { entries: targets });
  const data: Entry[] = [];
  for (const [i, entry] of pageItems.entries()) {
    try {
      data.push(serializeEntry(entry, await resolver.serve(items[i] ?? { type, values: {} }), context.now));
      context.cacheTags?.entry(entry.id, type.slug);
    } catch (error) {
      if (!(error instanceof FieldTooLarge)) throw error;
      if (data.length === 0) throw tooLarge(context, error.field);
      break;
    }
  }
  return { data, validUntil: resolver.validUntil };
}

interface PageEnd {
  hasMore: boolean;
  /** The last entry of the page; undefined if it is empty. */
  last: Pick<ListedEntry, 'created_at' | 'id'> | undefined;
  /** The number of entries of the page. */
  size: number;
}

/** The part of `meta` that leads to the next page. */
export function nextPage(
  { cursors }: ReleaseContext,
  { paging, identity, offset }: ListPlan,
  { hasMore, last, size }: PageEnd,
) {
  const hasCursor = hasMore && paging === 'cursor' && last !== undefined;
  return {
    has_more: hasMore,
    next_cursor: hasCursor ? cursors.encode(identity, [last.created_at, last.id]) : null,
    next_offset: hasMore && paging === 'offset' ? offset + size : null,
  };
}

/** The part of `meta` with the number of entries; empty unless the query asks for it. */
export async function countTotal(
  { db }: ReleaseContext,
  { count }: ListPlan,
  conditions: readonly Condition[],
): Promise<{ total?: number; total_is_capped?: boolean }> {
  if (!count) return {};
  const cap = limits.count_cap;
  const total = await withTimeoutError('count', () => countEntries(db, { $and: [...conditions] }, cap));
  return { total: Math.min(total, cap), total_is_capped: total > cap };
}

/** Names the parameter that made a query run out of time. @throws query_too_expensive */
export async function withTimeoutError<T>(param: string, query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (isTimeLimitExceeded(error)) throw apiError('query_too_expensive', { name: param }, { param });
    throw error;
  }
}
