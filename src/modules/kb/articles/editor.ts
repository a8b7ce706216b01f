import type { WrittenArticle } from '../../articles/write/checks.ts';
import { changeArticle, createArticle } from '../../articles/write/write.ts';
import { duplicateArticle } from '../../articles/write/duplicate.ts';
import { editorArticle, type KbState } from '../../articles/editor/editor.ts';
import { listArticleDrafts, selectArticles } from '../../articles/editor/editor-list.ts';
import { readArticle } from '../../articles/read.ts';
import { type RestoredVersion, restoredVersion } from '../../articles/write/restore.ts';
import type {
  EditorArticle,
  EditorArticleNarrowing,
  EditorArticleQuery,
} from '../../articles/store/schema.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { type RouteResponse, respond } from '../../../core/http/index.ts';
import { freshnessAt } from '../freshness.ts';
import { sectionsIn } from '../structure/repository.ts';
import { votedItem, votesOf } from '../votes/counts.ts';
import { furtherLocaleId } from '../../../projects/index.ts';
import { mergeMeta, type MergeRequest, type Selection } from '../../../lifecycle/index.ts';
import { readKbBase, readKbInput } from './input.ts';
import { kbArticle } from './module.ts';
import type { ChangeKbArticle, KbValues, ReviewState } from './schema.ts';

/**
 * Returns a page of articles in any state, with freshness and votes. A collection includes the articles of
 * its sections.
 */
export async function listKbDrafts(context: ProjectContext, query: EditorArticleQuery) {
  return listArticleDrafts(context, kbArticle, query, {
    kbOf: (drafts) => statesOf(context, drafts),
    where: await inCollection(context, query),
  });
}

/** Selects the articles of a list of drafts for a bulk change. */
export async function selectKbArticles(
  context: ProjectContext,
  query: EditorArticleNarrowing,
  selection: Selection,
) {
  const where = await inCollection(context, query);
  return selectArticles(context, kbArticle, { query, where }, selection);
}

async function inCollection({ db }: ProjectContext, { collection }: EditorArticleNarrowing) {
  if (collection === undefined) return [];
  const sections = await sectionsIn(db, collection, limits.count_cap);
  return [{ 'draft.shelf': { $in: [collection, ...sections.map(({ _id }) => _id)] } }];
}

/** Returns an article in any state, by slug or id. @throws unknown_kb_article */
export async function readKbDraft(
  context: ProjectContext,
  slug: string,
): Promise<RouteResponse<EditorArticle>> {
  return respondWithDraft(context, { record: await readArticle(context, kbArticle, slug), warnings: [] });
}

/** Creates an article as a draft. @throws errors of the body, kb_slug_taken */
export async function createKbDraft(context: ProjectContext, body: ChangeKbArticle) {
  return respondWithDraft(
    context,
    await createArticle(context, kbArticle, async (tx) => ({
      ...(await readKbInput(tx, null, body)),
      draftOnly: true,
    })),
  );
}

/**
 * Creates a draft with the values and the container of an article.
 * @throws unknown_kb_article, limit_reached
 */
export async function duplicateKbArticle(context: ProjectContext, slug: string) {
  return respondWithDraft(context, await duplicateArticle(context, kbArticle, slug));
}

/**
 * Saves only the draft.
 * @throws errors of a creation, unknown_kb_article, slug_is_final, revision_conflict, edit_conflict
 */
export async function saveKbDraft(
  context: ProjectContext,
  slug: string,
  { merge: request, ...body }: ChangeKbArticle & { merge?: MergeRequest },
) {
  if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
  return respondWithDraft(
    context,
    await changeArticle(context, kbArticle, slug, async (tx, before) => ({
      ...(await readKbInput(tx, before, body)),
      draftOnly: true,
      ...(request && { merge: { request, base: readKbBase(request.base, tx) } }),
    })),
  );
}

/**
 * Restores an older draft in the article's current container.
 * @throws unknown_kb_article, revision_conflict
 */
export async function restoreKbDraft(context: ProjectContext, id: string, version: RestoredVersion) {
  const isFurther = furtherLocaleId(context) !== null;
  const plan = () => restoredVersion<KbValues>(version, isFurther); // versions of articles contain article values
  return respondWithDraft(context, await changeArticle(context, kbArticle, id, plan));
}

async function respondWithDraft(
  context: ProjectContext,
  { record, warnings, merge }: WrittenArticle<KbValues>,
): Promise<RouteResponse<EditorArticle>> {
  const kbOf = async (article: typeof record) =>
    (await statesOf(context, [article])).get(article._id) ?? null;
  const body = await editorArticle(context, kbArticle, record, kbOf);
  const meta = { ...(warnings.length === 0 ? {} : { warnings }), ...mergeMeta(merge) };
  return respond(
    { ...body, ...(Object.keys(meta).length === 0 ? {} : { meta }) },
    body.revision === 0 ? {} : { revision: body.revision },
  );
}

/** Returns freshness and votes in the locale of the request by article, from the review dates in its row. */
async function statesOf(
  context: ProjectContext,
  records: readonly { _id: string }[],
): Promise<Map<string, KbState>> {
  const { db, now } = context;
  const locale = furtherLocaleId(context) ?? undefined;
  const votes = await votesOf(
    db,
    records.map(({ _id }) => votedItem(context, _id, locale)),
  );
  return new Map(
    records.map((record): [string, KbState] => {
      const review = record as { _id: string } & ReviewState;
      const counts = votes.get(record._id);
      return [
        record._id,
        {
          freshness: freshnessAt(review, now),
          last_reviewed_at: review.last_reviewed_at?.toISOString() ?? null,
          review_due_at: review.review_due_at.toISOString(),
          helpful_count: counts?.helpful ?? 0,
          not_helpful_count: counts?.not_helpful ?? 0,
        },
      ];
    }),
  );
}
