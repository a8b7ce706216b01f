import { searchOf } from '../../../articles/search.ts';
import { groups } from '../../../../contract/events/cache-tags.ts';
import { limits } from '../../../../contract/limits.ts';
import { apiError } from '../../../../contract/errors/api-error.ts';
import { searchWords } from '../../../../contract/text/words.ts';
import { checkMediaUrls } from '../../../../content/index.ts';
import type { ProjectContext } from '../../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../../../core/mongo/index.ts';
import { findCollection } from '../../structure/collections.ts';
import { fittingOffsetPage, type PageTotals } from '../../structure/offset-page.ts';
import { findSection } from '../../structure/sections.ts';
import { type CollectionNode, loadKbStructure } from '../../structure/structure.ts';
import { unknownSection } from '../../structure/taxonomies.ts';
import { kbArticle } from '../module.ts';
import { type ArticleContainer, planPage } from './page-plan.ts';
import {
  countFound,
  findListed,
  findRanked,
  findSlice,
  findWhole,
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
  const all = await loadKbStructure(context.db, context.now);
  const shelves = selectedContainers(all, query);
  const isSearch = query.freshness !== undefined || searchWords(query.q) !== null;
  const page = await (isSearch
    ? context.withConcurrencyLimit(() => foundPage(context, query, shelves))
    : containerPage(context, query, shelves));
  const { records, ...end } = page;
  const placements = articlePlacements(all);
  const { data: items, ...ends } = await serializeListedArticles(context, records, placements);
  // With a freshness filter, articles of other pages can move to this page at any time, so the response
  // isn't cached.
  const validUntil = query.freshness === undefined ? ends.validUntil : context.now;
  return respond(await fittingOffsetPage(context, { items, ...end }, query), { ...ends, validUntil });
}

/**
 * Returns the containers that match the filters in editorial order; a collection comes before its sections.
 */
function selectedContainers(all: readonly CollectionNode[], query: KbArticleListQuery): ArticleContainer[] {
  const { collection, section } = query;
  const within = collection === undefined ? null : findCollection(all, collection, 'collection');
  if (section !== undefined) {
    const found = findSection(all, section, 'section');
    if (within !== null && found.within !== within) throw unknownSection(section, 'section');
    return [{ id: found.section.record._id, count: found.section.count }];
  }
  return (within === null ? all : [within]).flatMap(({ record, ownCount, sections }) => [
    { id: record._id, count: ownCount },
    ...sections.map(({ record: { _id: id }, count }) => ({ id, count })),
  ]);
}

/** Finds the parts of containers on the page from their counts, and reads only these from the index. */
async function containerPage(
  { db, now }: ProjectContext,
  { limit = limits.page_size_default, offset = 0 }: KbArticleListQuery,
  shelves: readonly ArticleContainer[],
): Promise<ArticlePage> {
  const slices = planPage(shelves, offset, limit);
  const whole = slices.filter((slice) => slice.isWhole);
  const [inWhole, ...inParts] = await Promise.all([
    findWhole(
      db,
      whole.map((slice) => slice.shelf),
      { now, limit },
    ),
    ...slices.filter((slice) => !slice.isWhole).map((slice) => findSlice(db, slice, now)),
  ]);
  const found = [...inWhole, ...inParts.flat()];
  const rank = new Map(slices.map(({ shelf }, i) => [shelf, i]));
  const rankOf = ({ live }: ListedKbRecord) => rank.get(live?.shelf ?? '') ?? 0;
  const total = shelves.reduce((sum, { count }) => sum + count, 0);
  return {
    // A stable sort keeps the order within each container.
    records: found.sort((a, b) => rankOf(a) - rankOf(b)),
    hasMore: offset + limit < total,
    counted: total,
  };
}

/** Results of a search or freshness filter are sorted by container in the query. */
async function foundPage(
  context: ProjectContext,
  query: KbArticleListQuery,
  shelves: readonly ArticleContainer[],
): Promise<ArticlePage> {
  const { db, now } = context;
  const { limit = limits.page_size_default, offset = 0 } = query;
  const order = shelves.map(({ id }) => id);
  const isEverywhere = query.collection === undefined && query.section === undefined;
  try {
    const asked: KbSearch = {
      now,
      shelves: isEverywhere ? null : order,
      search: await searchOf(context, kbArticle, query.q),
      freshness: query.freshness,
    };
    const [ids, counted] = await Promise.all([
      findRanked(db, asked, { order, offset, limit: limit + 1 }),
      query.count === true ? countFound(db, asked, limits.count_cap + 1) : null,
    ]);
    const found = await findListed(db, ids.slice(0, limit));
    const byId = new Map(found.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return { records, hasMore: ids.length > limit, counted };
  } catch (error) {
    if (!isTimeLimitExceeded(error)) throw error;
    const name = query.q === undefined ? 'freshness' : 'q';
    throw apiError('query_too_expensive', { name }, { param: name });
  }
}
