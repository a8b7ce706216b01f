import { listKeys } from '../../../articles/locales/response.ts';
import { currentArticles, withArticleRows } from '../../../articles/locales/serve.ts';
import { searchOf } from '../../../articles/search.ts';
import { groups } from '../../../../contract/events/cache-tags.ts';
import { kbStatuses, readStatuses } from '../../../../contract/drafts.ts';
import { limits } from '../../../../contract/limits.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import { searchWords } from '../../../../contract/text/words.ts';
import { checkMediaUrls } from '../../../../content/index.ts';
import type { ProjectContext } from '../../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../../../core/mongo/index.ts';
import { checkRowsReady } from '../../../../lifecycle/index.ts';
import { findCollection } from '../../structure/collections.ts';
import { fittingOffsetPage, type PageTotals } from '../../structure/offset-page.ts';
import { findSection } from '../../structure/sections.ts';
import { type CollectionNode, loadKbStructure } from '../../structure/structure.ts';
import { unknownSection } from '../../structure/taxonomies.ts';
import { kbArticle } from '../module.ts';
import { type ArticleContainer, planPage } from './page-plan.ts';
import {
  countSearch,
  findListRecords,
  findInEditorialOrder,
  findSlice,
  findInContainers,
  type KbSearch,
  type ListedKbRecord,
} from '../repository.ts';
import type { KbArticleList, KbArticleListQuery } from '../schema.ts';
import { articlePlacements, serializeListedArticles } from './serialize-articles.ts';

interface ArticlePage extends PageTotals {
  records: ListedKbRecord[];
}

/**
 * Returns one page of live articles in editorial order: collection, section, position (specification:
 * kb-order; docs/architecture/decisions/0012-editorial-order.md).
 * @throws unknown_kb_collection, unknown_kb_section, query_too_expensive
 */
export async function listKbArticles(
  context: ProjectContext,
  query: KbArticleListQuery,
): Promise<RouteResponse<KbArticleList>> {
  checkMediaUrls(context, query);
  context.cacheTags?.note(groups.kb, groups.shelves);
  checkRowsReady(context);
  const all = await loadKbStructure(context);
  const containers = selectedContainers(all, query);
  const statuses = context.db.readsDrafts ? readStatuses(query.status, kbStatuses) : null;
  const isSearch = query.freshness !== undefined || searchWords(query.q) !== null || statuses !== null;
  const page = await (isSearch
    ? context.withConcurrencyLimit(() => searchPage(context, { ...query, statuses }, containers))
    : containerPage(context, query, containers));
  const { records: rows, ...totals } = page;
  const records = await currentArticles(context, kbArticle, rows);
  const placements = articlePlacements(all);
  const { data, ...expiry } = await serializeListedArticles(context, records, placements);
  const keys = await listKeys(context, kbArticle, records);
  const items = data.map((item, i) => (keys === null ? item : { ...item, ...keys[i] }));
  // With a freshness filter, articles of other pages can move to this page at any time, so the response
  // isn't cached.
  const validUntil = query.freshness === undefined ? expiry.validUntil : context.now;
  return respond(await fittingOffsetPage(context, { items, ...totals }, query), { ...expiry, validUntil });
}

/**
 * Returns the containers that match the filters in editorial order; a collection comes before its sections.
 */
function selectedContainers(all: readonly CollectionNode[], query: KbArticleListQuery): ArticleContainer[] {
  const { collection, section } = query;
  const within = collection === undefined ? null : findCollection(all, collection, 'collection');
  if (section !== undefined) {
    const match = findSection(all, section, 'section');
    if (within !== null && match.collection !== within) throw unknownSection(section, 'section');
    return [{ id: match.section.record._id, count: match.section.count }];
  }
  return (within === null ? all : [within]).flatMap(({ record, ownCount, sections }) => [
    { id: record._id, count: ownCount },
    ...sections.map(({ record: { _id: id }, count }) => ({ id, count })),
  ]);
}

/** Finds the parts of containers on the page from their counts, and reads only these from the index. */
async function containerPage(
  context: ProjectContext,
  { limit = limits.page_size_default, offset = 0 }: KbArticleListQuery,
  containers: readonly ArticleContainer[],
): Promise<ArticlePage> {
  const { now } = context;
  const { db } = withArticleRows(context);
  const slices = planPage(containers, offset, limit);
  const wholeSlices = slices.filter((slice) => slice.isWhole);
  const [wholeRecords, ...partRecords] = await Promise.all([
    findInContainers(
      db,
      wholeSlices.map((slice) => slice.containerId),
      { now, limit },
    ),
    ...slices.filter((slice) => !slice.isWhole).map((slice) => findSlice(db, slice, now)),
  ]);
  const records = [...wholeRecords, ...partRecords.flat()];
  const rank = new Map(slices.map(({ containerId }, i) => [containerId, i]));
  const rankOf = ({ live }: ListedKbRecord) => rank.get(live?.shelf ?? '') ?? 0;
  const total = containers.reduce((sum, { count }) => sum + count, 0);
  return {
    // A stable sort keeps the order within each container.
    records: records.sort((a, b) => rankOf(a) - rankOf(b)),
    hasMore: offset + limit < total,
    total,
  };
}

/** Results of a search or freshness filter are sorted by container in the query. */
async function searchPage(
  context: ProjectContext,
  query: KbArticleListQuery & Pick<KbSearch, 'statuses'>,
  containers: readonly ArticleContainer[],
): Promise<ArticlePage> {
  const { now } = context;
  const { db } = withArticleRows(context);
  const { limit = limits.page_size_default, offset = 0 } = query;
  const order = containers.map(({ id }) => id);
  const isEverywhere = query.collection === undefined && query.section === undefined;
  try {
    const search: KbSearch = {
      now,
      containerIds: isEverywhere ? null : order,
      search: await searchOf({ db }, kbArticle, query.q),
      freshness: query.freshness,
      statuses: query.statuses,
    };
    const [ids, total] = await Promise.all([
      findInEditorialOrder(db, search, { order, offset, limit: limit + 1 }),
      query.count === true ? countSearch(db, search, limits.count_cap + 1) : null,
    ]);
    const unordered = await findListRecords(db, ids.slice(0, limit));
    const byId = new Map(unordered.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return { records, hasMore: ids.length > limit, total };
  } catch (error) {
    if (!isTimeLimitExceeded(error)) throw error;
    const name = query.q === undefined ? 'freshness' : 'q';
    throw apiError('query_too_expensive', { name }, { param: name });
  }
}
