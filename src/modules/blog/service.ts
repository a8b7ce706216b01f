import { articleAtRevision } from '../articles/write/article-at-revision.ts';
import { articleLinks } from '../articles/links.ts';
import {
  type ArticleView,
  collectBodyLinks,
  collectFieldLinks,
  draftView,
  liveView,
  writtenState,
} from '../articles/serialize.ts';
import type { WrittenArticle } from '../articles/write/checks.ts';
import { changeArticle, createArticle, deleteArticle } from '../articles/write/write.ts';
import { singleKeys, writtenDetails, writtenKeysOf, writtenRecord } from '../articles/locales/response.ts';
import { editedArticle } from '../articles/editor/editor-locale.ts';
import { removeArticleLocale } from '../articles/write/locales/remove.ts';
import { listArticles, readLiveArticle } from '../articles/read.ts';
import { scheduledArticles } from '../articles/write/schedule.ts';
import { trashedArticles } from '../articles/write/trash.ts';
import { authorIdOf } from '../authors/service.ts';
import { type BulkAction, type BulkResult, changeEach, type LocaleBulkRequest } from '../../contract/bulk.ts';
import { readDraftOnly } from '../../contract/drafts.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkMediaUrls, LinkBatch, resolveTargets } from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { type RouteResponse, respond, respondBriefly } from '../../core/http/index.ts';
import { publishingNow } from '../../lifecycle/index.ts';
import { inBulkLocale } from '../../projects/index.ts';
import { blogArticle } from './article.ts';
import { categoryIdOf } from './categories.ts';
import { readBlogInput } from './input.ts';
import type { BlogArticleListQuery, BlogArticleValues, ChangeBlogArticle, ReadQuery } from './schema.ts';
import { listForm, singleForm } from './serialize.ts';

/** Resolves links to blog articles. */
export const blogArticleLinks = articleLinks(blogArticle);

/** The job's access to due blog articles. */
export const scheduledBlogArticles = scheduledArticles(blogArticle);

/** Restores deleted blog articles. */
export const trashedBlogArticles = trashedArticles(blogArticle, {
  publish: (context, { itemId }) => changeBlogInBulk(context, itemId, 'publish'),
});

/**
 * Lists live articles, newest first; all filters have to match (specification: blog). An unknown tag matches
 * nothing.
 * @throws unknown_blog_category, unknown_author, invalid_cursor, query_too_expensive
 */
export async function listBlogArticles(context: ProjectContext, query: BlogArticleListQuery) {
  checkMediaUrls(context, query);
  const facets: string[] = [];
  if (query.category !== undefined) facets.push(`category:${await categoryIdOf(context, query.category)}`);
  if (query.author !== undefined) facets.push(`author:${await authorIdOf(context, query.author)}`);
  if (query.tag !== undefined) facets.push(`tag:${query.tag}`);
  const serialize = async (views: readonly ArticleView<BlogArticleValues>[]) => {
    const links = new LinkBatch();
    for (const view of views) collectFieldLinks(blogArticle, links, view);
    const targets = await resolveTargets(context, links);
    return { data: views.map((view) => listForm(view, targets)), validUntil: targets.validUntil };
  };
  return listArticles(context, { module: blogArticle, serialize }, { ...query, facets });
}

/**
 * Returns a live article.
 * @throws unknown_blog_article, blog_article_not_published, blog_article_scheduled
 */
export async function readBlogArticle(context: ProjectContext, slug: string, query: ReadQuery) {
  checkMediaUrls(context, query);
  const served = await readLiveArticle(context, blogArticle, slug);
  const view = liveView(served.record, context.now);
  const targets = await targetsOf(context, view);
  const body = { ...singleForm(view, targets), ...singleKeys(context, blogArticle, served) };
  return respond(body, { revision: view.revision, validUntil: targets.validUntil });
}

/** Creates an article; without `publish` it is a draft. @throws errors of the body, blog_slug_taken */
export async function createBlogArticle(context: ProjectContext, body: ChangeBlogArticle) {
  const result = await addBlogArticle(context, body);
  return respondWithWrite(context, result, blogArticle.path);
}

/** Creates an article without building the response. */
export function addBlogArticle(
  context: ProjectContext,
  body: ChangeBlogArticle,
  mode: { draftOnly?: boolean } = {},
): Promise<WrittenArticle<BlogArticleValues>> {
  return createArticle(context, blogArticle, () => ({ ...readBlogInput(body, context), ...mode }));
}

/**
 * Changes an article (specification: editing).
 * @throws errors of a creation, unknown_blog_article, slug_is_final
 */
export async function changeBlogArticle(
  context: ProjectContext,
  slug: string,
  body: ChangeBlogArticle,
  query: { draft?: boolean } = {},
) {
  if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
  return respondWithWrite(context, await updateBlogArticle(context, slug, body, readDraftOnly(query, body)));
}

/** Changes an article without building the response. */
export function updateBlogArticle(
  context: ProjectContext,
  slugOrId: string,
  body: ChangeBlogArticle,
  mode: { draftOnly?: boolean } = {},
): Promise<WrittenArticle<BlogArticleValues>> {
  const plan = () => ({ ...readBlogInput(body, context), ...mode });
  return changeArticle(context, blogArticle, slugOrId, plan);
}

/**
 * Rebuilds the body in the response to a write of this revision, for a repeated request; undefined if that
 * version is gone.
 */
export async function rebuildBlogBody(context: ProjectContext, stored: { id: string; revision: number }) {
  const record = await articleAtRevision(context, blogArticle, stored);
  if (record === null) return undefined;
  const view = draftView(record);
  return singleForm(view, await targetsOf(context, view)).body;
}

/**
 * Deletes an article, or its content in the locale of the request.
 * @throws unknown_blog_article, revision_conflict, locale_is_default
 */
export async function deleteBlogArticle(context: ProjectContext, slug: string): Promise<void> {
  if (context.writtenLocale === undefined) await deleteArticle(context, blogArticle, slug);
  else await removeArticleLocale(context, blogArticle, slug);
}

/**
 * Publishes, unpublishes or deletes articles one after another, with a result for each.
 * @throws unknown_locale
 */
export function changeManyBlogArticles(
  context: ProjectContext,
  { action, ids, locale }: LocaleBulkRequest,
): Promise<BulkResult> {
  const bulkContext = { ...inBulkLocale(context, locale), ifMatch: null };
  return changeEach(ids, (id) => changeBlogInBulk(bulkContext, id, action));
}

/**
 * Changes one article of a bulk action. Publishing means now, even if the article is scheduled.
 * @throws errors of writes and deletions
 */
export async function changeBlogInBulk(
  context: ProjectContext,
  id: string,
  action: BulkAction,
): Promise<void> {
  if (action === 'delete') return deleteBlogArticle(context, id);
  await changeArticle(context, blogArticle, id, (tx, before) => {
    const article = before === null ? null : (editedArticle(tx, blogArticle, before)?.article ?? before);
    return readBlogInput(action === 'publish' ? publishingNow(article, tx.now) : { publish: false }, tx);
  });
}

async function respondWithWrite(
  context: ProjectContext,
  { record: stored, warnings, written = null }: WrittenArticle<BlogArticleValues>,
  createdIn?: string,
): Promise<RouteResponse<{ id: string }>> {
  const record = writtenRecord(context, blogArticle, { record: stored, written });
  const details = writtenDetails(context, { record, written }, createdIn);
  if (context.summarizes === true) return respondBriefly({ ...record, id: record._id }, warnings, details);
  const view = draftView(record);
  const targets = await targetsOf(context, view);
  const body = {
    ...singleForm(view, targets),
    ...writtenState(record, context.now),
    ...writtenKeysOf(context, blogArticle, { record: stored, written }),
    ...(warnings.length === 0 ? {} : { meta: { warnings } }),
  };
  return respond(body, details);
}

function targetsOf(context: ProjectContext, view: ReturnType<typeof draftView<BlogArticleValues>>) {
  const links = new LinkBatch();
  collectFieldLinks(blogArticle, links, view);
  collectBodyLinks(links, view);
  return resolveTargets(context, links);
}
