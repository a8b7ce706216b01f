import { groupOf } from '../../contract/events/cache-tags.ts';
import { entryStatuses, readStatuses } from '../../contract/drafts.ts';
import { limits } from '../../contract/limits.ts';
import { countMetaOf, type PageQuery } from '../../contract/paging.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { draftPathOf, type ProjectContext } from '../../core/context/index.ts';
import { fitItems, respond } from '../../core/http/index.ts';
import { isTimeLimitExceeded } from '../../core/mongo/index.ts';
import { checkRowsReady, statusAt, visibleAt } from '../../lifecycle/index.ts';
import { listKeys, localeHints } from './locales/response.ts';
import {
  currentArticles,
  isReadableSlug,
  serveArticle,
  type ServedArticle,
  withArticleDocuments,
  withArticleRows,
} from './locales/serve.ts';
import type { ArticleModule } from './module.ts';
import { countLive, findLive } from './store/live-repository.ts';
import { findArticle } from './store/repository.ts';
import type { ArticleRecord, ArticleValues } from './store/schema.ts';
import { searchOf } from './search.ts';
import { type ArticleView, liveView } from './serialize.ts';

/** Finds an article in any state, by id or a slug of any locale. @throws the module's 404 */
export async function readArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<ArticleRecord<V>> {
  const record = await findArticle(context.db, module, slugOrId, isInLocales(context));
  const isLive = visibleAt(record, context.now) !== null;
  if (record !== null && isLive) context.cacheTags?.item(module.kind, record._id);
  else context.cacheTags?.missing(module.kind, slugOrId);
  if (record === null) throw unknownArticle(module, slugOrId);
  return record;
}

/**
 * Finds an article that readers see, in the locale of the context (specification: states).
 * @throws the module's 404s: unknown, not published, scheduled (with the date), archived
 */
export async function readLiveArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<ServedArticle<V>> {
  const reader = withArticleDocuments(context);
  const record = await findArticle(reader.db, module, slugOrId, isInLocales(context));
  const isReadable = record !== null && isReadableSlug(context, module, { record, slug: slugOrId });
  const served = isReadable ? serveArticle(context, module, record) : null;
  const isLive = served !== null && visibleAt(served.record, context.now) !== null;
  if (isLive) context.cacheTags?.item(module.kind, served.record._id);
  else context.cacheTags?.missing(module.kind, slugOrId);
  if (served === null) throw unknownArticle(module, slugOrId, localeHints(context, null));
  if (!isLive) throw notLiveError(context, module, served);
  return served;
}

/** Whether articles can have slugs of further locales. A write can name a locale that the process doesn't know yet. */
function isInLocales({ project, writtenLocale }: ProjectContext): boolean {
  return project.locales.list.length > 1 || writtenLocale !== undefined;
}

function unknownArticle<V extends ArticleValues>(
  { codes }: ArticleModule<V>,
  slug: string,
  hints: object = {},
): Error {
  return apiError(codes.unknown, { slug }, { param: 'slug', ...hints });
}

/** Returns the error that says why readers can't see an article. */
function notLiveError<V extends ArticleValues>(
  context: ProjectContext,
  { codes, path }: ArticleModule<V>,
  { record, stored }: ServedArticle<V>,
) {
  const { slug, live_at } = record;
  const hints = localeHints(context, stored);
  const status = statusAt(record, context.now);
  if (status === 'archived') return apiError('kb_article_archived', { slug }, hints);
  const draftPath = draftPathOf(context, `${path}/${slug}`);
  if (status !== 'scheduled' || live_at === null)
    return apiError(codes.notPublished, { slug, draftPath, ...hints }, hints);
  const at = live_at.toISOString();
  return apiError(codes.scheduled, { slug, at, draftPath }, { available_at: at, ...hints });
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
  if (context.locale !== undefined) list.push(context.locale.code, context.locale.mode);
  checkRowsReady(context);
  const { db } = withArticleRows(context);
  const statuses = context.db.readsDrafts ? readStatuses(query.status, entryStatuses) : null;
  const position = query.cursor === undefined ? null : context.cursors.decode(list, query.cursor);
  const after = position === null ? null : { liveAt: new Date(String(position[0])), id: String(position[1]) };
  const readList = async () => {
    const search = await searchOf({ db }, module, query.q);
    const listQuery = { now: context.now, facets: query.facets, search, statuses };
    return Promise.all([
      findLive(db, module, { ...listQuery, after, limit: limit + 1 }),
      query.count === true ? countLive(db, module, { ...listQuery, cap: limits.count_cap + 1 }) : null,
    ]);
  };
  const isExpensive = query.q !== undefined || query.count === true || statuses !== null;
  const [records, total] = await withinReadTime(query.q, () =>
    isExpensive ? context.withConcurrencyLimit(readList) : readList(),
  );

  const pageRows = await currentArticles(context, module, records.slice(0, limit));
  const page = await serialize(pageRows.map((record) => liveView<V>(record, context.now)));
  const keys = await listKeys(context, module, pageRows);
  const items = page.data.map((item, i) => (keys === null ? item : { ...item, ...keys[i] }));
  const data = await fitItems(context, items);
  for (const { _id } of pageRows.slice(0, data.length)) context.cacheTags?.item(module.kind, _id);
  const isCut = data.length < items.length;
  const last = isCut ? rowOf(records, pageRows[data.length - 1]) : records[limit - 1];
  const hasMore = (isCut || records.length > limit) && last !== undefined;
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

/** The row of a page, from which the next page continues. */
function rowOf<R extends { _id: string; id?: string }>(
  rows: readonly R[],
  article: { _id: string } | undefined,
): R | undefined {
  return rows.find(({ _id, id = _id }) => id === article?._id);
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
