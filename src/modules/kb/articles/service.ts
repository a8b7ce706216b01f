import { writeProject } from '../../../projects/index.ts';
import { articleAt } from '../../articles/write/remake.ts';
import { articleLinks } from '../../articles/links.ts';
import { auditedArticle } from '../../articles/write/audited.ts';
import {
  changeArticle,
  createArticle,
  deleteArticle,
  type WrittenArticle,
} from '../../articles/write/write.ts';
import { readLiveArticle, readArticle } from '../../articles/read.ts';
import { scheduledArticles } from '../../articles/write/schedule.ts';
import { writtenState } from '../../articles/serialize.ts';
import { type BulkAction, type BulkRequest, type BulkResult, changeEach } from '../../../contract/bulk.ts';
import { itemChangeTags, hideUnseenId } from '../../../contract/events/cache-tags.ts';
import { readDraftOnly } from '../../../contract/drafts.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { checkMediaUrls } from '../../../content/index.ts';
import { type ProjectContext } from '../../../core/context/index.ts';
import { respond, type RouteResponse } from '../../../core/http/index.ts';
import { checkIfMatch, deletesIntoTrash, isVisible, publishingNow } from '../../../lifecycle/index.ts';
import { forgetVotes } from '../votes/counts.ts';
import { readKbInput } from './input.ts';
import { kbArticle } from './module.ts';
import { reviewState } from './review.ts';
import { keepReview } from './repository.ts';
import type { ChangeKbArticle, KbArticle, KbArticleRecord, KbValues, WrittenKbArticle } from './schema.ts';
import { serializeSingleArticle } from './list/serialize-articles.ts';

/** Resolves links to knowledge base articles. */
export const kbArticleLinks = articleLinks(kbArticle);

/** The job's access to due articles. */
export const scheduledKbArticles = scheduledArticles(kbArticle);

/** Returns a live article by slug or id. @throws its reading errors */
export async function readKbArticle(
  context: ProjectContext,
  slug: string,
  query: { media_urls?: 'permanent' },
): Promise<RouteResponse<KbArticle>> {
  checkMediaUrls(context, query);
  // Rows of the module contain review dates.
  const record = (await readLiveArticle(context, kbArticle, slug)) as KbArticleRecord;
  const { form, ends } = await serializeSingleArticle(context, record, 'live');
  const revision = record.live_revision ?? record.revision;
  return respond(form as KbArticle, { revision, ...ends }); // live articles have a date
}

/**
 * Creates an article: a draft, or live, scheduled or archived (specification: knowledge-base).
 * @throws errors of its fields, kb_slug_taken
 */
export async function createKbArticle(
  context: ProjectContext,
  body: ChangeKbArticle,
): Promise<RouteResponse<WrittenKbArticle>> {
  const written = await createArticle(context, kbArticle, (tx) => readKbInput(tx, null, body));
  return writtenAnswer(context, written, `${kbArticle.path}/${written.record.slug}`);
}

/**
 * Changes an article. Omitted keys keep their values, null clears; `publish` and `archived` change its
 * state.
 * @throws unknown_kb_article, nothing_to_update, slug_is_final, and errors of a creation
 */
export async function changeKbArticle(
  context: ProjectContext,
  slug: string,
  body: ChangeKbArticle,
  query: { draft?: boolean } = {},
): Promise<RouteResponse<WrittenKbArticle>> {
  if (Object.keys(body).length === 0) throw apiError('nothing_to_update', {});
  const alone = readDraftOnly(query, body);
  const written = await changeArticle(context, kbArticle, slug, async (tx, before) => ({
    ...(await readKbInput(tx, before, body)),
    ...alone,
  }));
  return writtenAnswer(context, written);
}

/**
 * Rebuilds the body in the response to a write of this revision, for a repeated request; undefined if that
 * version is gone.
 */
export async function remakeKbBody(context: ProjectContext, kept: { id: string; revision: number }) {
  const record = await articleAt(context, kbArticle, kept);
  if (record === null) return undefined;
  // Rows of the module contain review dates.
  return (await serializeSingleArticle(context, record as KbArticleRecord, 'draft')).form.body;
}

/**
 * Deletes an article in any state, with its votes unless it goes to the trash.
 * @throws unknown_kb_article, revision_conflict
 */
export async function deleteKbArticle(context: ProjectContext, slug: string): Promise<void> {
  const { _id } = await readArticle(context, kbArticle, slug);
  await deleteArticle(context, kbArticle, _id);
  if (!context.dryRun && !deletesIntoTrash(context)) await forgetVotes(context.db, _id);
}

/** Publishes, unpublishes or deletes articles one after another, with a result for each. */
export function changeManyKbArticles(
  context: ProjectContext,
  { action, ids }: BulkRequest,
): Promise<BulkResult> {
  const one = { ...context, ifMatch: null };
  return changeEach(ids, (id) => changeKbInBulk(one, id, action));
}

/**
 * Changes one article of a bulk action. Publishing means now, even if the article is scheduled.
 * @throws errors of writes and deletions
 */
export async function changeKbInBulk(context: ProjectContext, id: string, action: BulkAction): Promise<void> {
  if (action === 'delete') return deleteKbArticle(context, id);
  await changeArticle(context, kbArticle, id, (tx, before) => {
    const body = action === 'publish' ? publishingNow(before, tx.now) : { publish: false };
    return readKbInput(tx, before, body);
  });
}

/**
 * Confirms that an article is still right, which makes it fresh. The content doesn't change, so no event is
 * emitted and `updated_at` stays.
 * @throws unknown_kb_article, revision_conflict
 */
export async function reviewKbArticle(
  context: ProjectContext,
  slug: string,
): Promise<RouteResponse<WrittenKbArticle>> {
  const record = await writeProject(context, async (tx) => {
    const before = await readArticle(tx, kbArticle, slug);
    checkIfMatch(tx.ifMatch, before);
    const review = reviewState({ ...before, last_reviewed_at: tx.now }, tx.project);
    await keepReview(tx.db, before._id, review);
    if (before.live_at !== null)
      tx.invalidate('kb', hideUnseenId(itemChangeTags('kb_article', before._id), isVisible(before, tx.now)));
    const { subject } = auditedArticle(kbArticle, before);
    return tx.stored({ action: 'article.reviewed', subject }, { ...before, ...review });
  });
  return writtenAnswer(context, { record, warnings: [] });
}

async function writtenAnswer(
  context: ProjectContext,
  { record, warnings }: WrittenArticle<KbValues>,
  location?: string,
): Promise<RouteResponse<WrittenKbArticle>> {
  const { form } = await serializeSingleArticle(context, record as KbArticleRecord, 'draft'); // as above
  const body: WrittenKbArticle = {
    ...form,
    archived: record.status === 'archived',
    ...writtenState(record, context.now),
    ...(warnings.length === 0 ? {} : { meta: { warnings } }),
  };
  return respond(body, { revision: record.revision, ...(location === undefined ? {} : { location }) });
}
