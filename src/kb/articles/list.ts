import { searchOf } from '../../articles/service.ts';
import { limits } from '../../contract/limits.ts';
import { problem } from '../../contract/problem.ts';
import { searchWords } from '../../contract/words.ts';
import { checkMediaUrls } from '../../links/service.ts';
import type { ProjectCall } from '../../platform/call.ts';
import { answer, type Answer } from '../../platform/http/answer.ts';
import { ranOutOfTime } from '../../platform/mongo/failures.ts';
import { findCollection } from '../shelves/collections.ts';
import { unknownSection } from '../shelves/kinds.ts';
import { fittingPage, type PageEnd } from '../shelves/page.ts';
import { findSection } from '../shelves/sections.ts';
import { type CollectionShelf, loadShelves } from '../shelves/shelves.ts';
import { kbArticle } from './module.ts';
import { planPage, type Shelf } from './page-plan.ts';
import {
  countFound,
  findListed,
  findRanked,
  findSlice,
  findWhole,
  type KbSearch,
  type ListedKbRecord,
} from './repository.ts';
import type { KbArticleList, KbArticleListQuery } from './schema.ts';
import { placesOn, serveListed } from './serve.ts';

interface Page extends PageEnd {
  records: ListedKbRecord[];
}

/**
 * One page of what readers see, in editorial order: collection, section, position (specification: kb-order; decision 0012). @throws unknown_kb_collection, unknown_kb_section, query_too_expensive
 */
export async function listKbArticles(
  call: ProjectCall,
  query: KbArticleListQuery,
): Promise<Answer<KbArticleList>> {
  checkMediaUrls(call, query);
  const all = await loadShelves(call.db, call.now);
  const shelves = askedShelves(all, query);
  const isSearch = query.freshness !== undefined || searchWords(query.q) !== null;
  const page = await (isSearch
    ? call.inTurn(() => foundPage(call, query, shelves))
    : shelfPage(call, query, shelves));
  const { records, ...end } = page;
  const { data: items, validUntil } = await serveListed(call, records, placesOn(all));
  // An article outside the page may enter it when its verdict changes: such an answer is made anew each time.
  const until = query.freshness === undefined ? validUntil : call.now;
  return answer(await fittingPage(call, { items, ...end }, query), { validUntil: until });
}

/** The shelves that the filters leave, in editorial order: a collection's own comes before its sections. */
function askedShelves(all: readonly CollectionShelf[], query: KbArticleListQuery): Shelf[] {
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

/** Counts say which part of which shelf the page is; what stands on it is then read by index alone. */
async function shelfPage(
  { db, now }: ProjectCall,
  { limit = limits.page_size_default, offset = 0 }: KbArticleListQuery,
  shelves: readonly Shelf[],
): Promise<Page> {
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
    records: found.sort((a, b) => rankOf(a) - rankOf(b)), // stable: the order on each shelf stays
    hasMore: offset + limit < total,
    counted: total,
  };
}

/** What a search or a verdict finds is sorted by the shelves' order in the query. */
async function foundPage(
  call: ProjectCall,
  query: KbArticleListQuery,
  shelves: readonly Shelf[],
): Promise<Page> {
  const { db, now } = call;
  const { limit = limits.page_size_default, offset = 0 } = query;
  const order = shelves.map(({ id }) => id);
  const isEverywhere = query.collection === undefined && query.section === undefined;
  try {
    const asked: KbSearch = {
      now,
      shelves: isEverywhere ? null : order,
      search: await searchOf(call, kbArticle, query.q),
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
    if (!ranOutOfTime(error)) throw error;
    const name = query.q === undefined ? 'freshness' : 'q';
    throw problem('query_too_expensive', { name }, { param: name });
  }
}
