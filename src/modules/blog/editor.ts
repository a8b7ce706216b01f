import type { WrittenArticle } from '../articles/write/checks.ts';
import { changeArticle, createArticle } from '../articles/write/write.ts';
import { duplicateArticle } from '../articles/write/duplicate.ts';
import { editorArticle } from '../articles/editor/editor.ts';
import { listArticleDrafts, selectArticles } from '../articles/editor/editor-list.ts';
import { readArticle } from '../articles/read.ts';
import { type RestoredVersion, restoredVersion } from '../articles/write/restore.ts';
import type { EditorArticle, EditorArticleNarrowing, EditorArticleQuery } from '../articles/store/schema.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { type RouteResponse, respond } from '../../core/http/index.ts';
import { mergeMeta, type MergeRequest, type Selection } from '../../lifecycle/index.ts';
import { furtherLocaleId } from '../../projects/index.ts';
import { blogArticle } from './article.ts';
import { readBlogInput } from './input.ts';
import type { BlogArticleValues, ChangeBlogArticle } from './schema.ts';

/** Returns a page of articles in any state. */
export function listBlogDrafts(context: ProjectContext, query: EditorArticleQuery) {
  return listArticleDrafts(context, blogArticle, query);
}

/** The articles of such a list that a bulk change selects. */
export function selectBlogArticles(
  context: ProjectContext,
  query: EditorArticleNarrowing,
  selection: Selection,
) {
  return selectArticles(context, blogArticle, { query }, selection);
}

/** Returns an article in any state, by slug or id. @throws unknown_blog_article */
export async function readBlogDraft(
  context: ProjectContext,
  slug: string,
): Promise<RouteResponse<EditorArticle>> {
  return respondWithDraft(context, { record: await readArticle(context, blogArticle, slug), warnings: [] });
}

/** Creates an article as a draft. @throws errors of the body, blog_slug_taken */
export async function createBlogDraft(context: ProjectContext, body: ChangeBlogArticle) {
  const plan = () => ({ ...readBlogInput(body, context), draftOnly: true });
  return respondWithDraft(context, await createArticle(context, blogArticle, plan));
}

/**
 * Creates a draft with the values of an article, but no canonical URL.
 * @throws unknown_blog_article, limit_reached
 */
export async function duplicateBlogArticle(context: ProjectContext, slug: string) {
  return respondWithDraft(context, await duplicateArticle(context, blogArticle, slug, { canonical_url: '' }));
}

/**
 * Saves only the draft.
 * @throws errors of a creation, unknown_blog_article, slug_is_final, revision_conflict, edit_conflict
 */
export async function saveBlogDraft(
  context: ProjectContext,
  slug: string,
  { merge: request, ...body }: ChangeBlogArticle & { merge?: MergeRequest },
) {
  if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
  const plan = () => ({
    ...readBlogInput(body, context),
    draftOnly: true,
    ...(request && { merge: { request, base: readBlogInput(request.base, context) } }),
  });
  return respondWithDraft(context, await changeArticle(context, blogArticle, slug, plan));
}

/** Restores an older draft. @throws unknown_blog_article, revision_conflict */
export async function restoreBlogDraft(context: ProjectContext, id: string, version: RestoredVersion) {
  // Versions of articles contain article values.
  const isFurther = furtherLocaleId(context) !== null;
  const plan = () => restoredVersion<BlogArticleValues>(version, isFurther);
  return respondWithDraft(context, await changeArticle(context, blogArticle, id, plan));
}

async function respondWithDraft(
  context: ProjectContext,
  { record, warnings, merge }: WrittenArticle<BlogArticleValues>,
): Promise<RouteResponse<EditorArticle>> {
  const body = await editorArticle(context, blogArticle, record);
  const meta = { ...(warnings.length === 0 ? {} : { warnings }), ...mergeMeta(merge) };
  return respond(
    { ...body, ...(Object.keys(meta).length === 0 ? {} : { meta }) },
    body.revision === 0 ? {} : { revision: body.revision },
  );
}
