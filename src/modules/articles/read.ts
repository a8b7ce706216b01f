import { groupOf } from '../../contract/events/cache-tags.ts';
import { entryStatuses, readStatuses } from '../../contract/drafts.ts';
import { limits } from '../../contract/limits.ts';
import { countMetaOf, type PageQuery } from '../../contract/paging.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { draftPathOf, type ProjectContext } from '../../core/context/index.ts';
import { fitItems, respond } from '../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../core/mongo/index.ts';
import { statusAt, visibleAt } from '../../lifecycle/index.ts';
import type { ArticleModule } from './module.ts';
import { countLive, findLive } from './store/live-repository.ts';
import { findArticle } from './store/repository.ts';
import type { ArticleRecord, ArticleValues } from './store/schema.ts';
import { searchOf } from './search.ts';
import { type ArticleView, liveView } from './serialize.ts';

/** Finds an article in any state, by slug or id. @throws the module's 404 */
export async function readArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<ArticleRecord<V>> {
  const record = await findArticle(context.db, module, slugOrId);
  const isLive = visibleAt(record, context.now) !== null;
  if (record !== null && isLive) context.cacheTags?.item(module.kind, record._id);
  else context.cacheTags?.missing(module.kind, slugOrId);
  if (record === null) throw apiError(module.codes.unknown, { slug: slugOrId }, { param: 'slug' });
  return record;
}

/**
 * Finds an article that readers see (specification: states).
 * @throws the module's 404s: unknown, not published, scheduled (with the date), archived
 */
export async function readLiveArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<ArticleRecord<V>> {
  const record = await readArticle(context, module, slugOrId);
  if (visibleAt(record, context.now) === null) throw notLiveError(context, module, record);
  return record;
}

/** Returns the error that says why readers can't see an article. */
function notLiveError<V extends ArticleValues>(
  context: ProjectContext,
  { codes, path }: ArticleModule<V>,
  record: ArticleRecord<V>,
) {
  const { slug, live_at } = record;
  const status = statusAt(record, context.now);
  if (status === 'archived') return apiError('kb_article_archived', { slug });
  const draftPath = draftPathOf(context, `${path}/${slug}`);
  if (status !== 'scheduled' || live_at === null) return apiError(codes.notPublished, { slug, draftPath });
  const at = live_at.toISOString();
  return apiError(codes.scheduled, { slug, at, draftPath }, { available_at: at });
}

/** The query of a list by date. */
export interface ArticleListQuery extends PageQuery {
  /** All of them have to match, for example `author:aut_...`. */
  facets: readonly string[];
  q?: string | undefined;
  /** The states of a list of drafts. */
  status?: string | undefined;
}

/** Serializes articles of a list; `validUntil` is when the result becomes outdated. */
type SerializeArticles<V extends ArticleValues, O> = (
  views: readonly ArticleView<V>[],
) => Promise<{ data: O[]; validUntil: Date | null }>;

/**
 * Returns one page of live articles, newest first, then by id, up to the maximum size of a response.
 * @throws invalid_cursor, query_too_expensive
 */
export async function listArticles<V extends ArticleValues, O extends object>(
  context: ProjectContext,
  { module, serialize }: { module: ArticleModule<V>; serialize: SerializeArticles<V, O> },
  query: ArticleListQuery,
) {
  const limit = query.limit ?? limits.page_size_default;
  context.cacheTags?.note(groupOf(module.kind));
  const list: unknown[] = [context.project.id, module.kind, [...query.facets].sort(), query.q ?? ''];
  if (query.status !== undefined) list.push(query.status);
  const statuses = context.db.readsDrafts ? readStatuses(query.status, entryStatuses) : null;
  const position = query.cursor === undefined ? null : context.cursors.decode(list, query.cursor);
  const after = position === null ? null : { liveAt: new Date(String(position[0])), id: String(position[1]) };
  const readList = async () => {
    const search = await searchOf(context, module, query.q);
    const listQuery = { now: context.now, facets: query.facets, search, statuses };
    return Promise.all([
      findLive(context.db, module, { ...listQuery, after, limit: limit + 1 }),
      query.count === true
        ? countLive(context.db, module, { ...listQuery, cap: limits.count_cap + 1 })
        : null,
    ]);
  };
  const isExpensive = query.q !== undefined || query.count === true || statuses !== null;
  const [records, total] = await withinReadTime(query.q, () =>
    isExpensive ? context.withConcurrencyLimit(readList) : readList(),
  );

  const page = await serialize(records.slice(0, limit).map((record) => liveView<V>(record, context.now)));
  const data = await fitItems(context, page.data);
  for (const { _id } of records.slice(0, data.length)) context.cacheTags?.item(module.kind, _id);
  const last = records[data.length - 1];
  const hasMore = records.length > data.length && last !== undefined;
  const meta = {
    module: module.module,
    limit,
    has_more: hasMore,
    next_cursor: hasMore ? context.cursors.encode(list, [last.live_at, last._id]) : null,
    next_offset: null,
    release_independent: true as const,
    ...countMetaOf(total),
  };
  return respond({ data, meta }, { validUntil: page.validUntil });
}

/** Converts a read that timed out because of a search. @throws query_too_expensive */
async function withinReadTime<T>(q: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (q !== undefined && isTimeLimitExceeded(error))
      throw apiError('query_too_expensive', { name: 'q' }, { param: 'q' });
    throw error;
  }
}
