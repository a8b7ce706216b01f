import { inBulkLocale, writeProject, writtenLocale } from '../../../projects/index.ts';
import { editedArticle } from '../../articles/editor/editor-locale.ts';
import { articleAtRevision } from '../../articles/write/article-at-revision.ts';
import { articleLinks } from '../../articles/links.ts';
import { auditedArticle } from '../../articles/write/audited.ts';
import { changeArticle, createArticle, deleteArticle } from '../../articles/write/write.ts';
import type { WrittenArticle } from '../../articles/write/checks.ts';
import { singleKeys, writtenDetails, writtenKeysOf, writtenRecord } from '../../articles/locales/response.ts';
import { articleRowsOf, reviewedIn } from '../../articles/locales/row.ts';
import { storeArticleRows } from '../../articles/store/locale-repository.ts';
import type { ArticleRecord } from '../../articles/store/schema.ts';
import { withoutContent } from '../../articles/write/locales/save.ts';
import { removeArticleLocale } from '../../articles/write/locales/remove.ts';
import { readLiveArticle, readArticle } from '../../articles/read.ts';
import { scheduledArticles } from '../../articles/write/schedule.ts';
import { writtenState } from '../../articles/serialize.ts';
import {
  type BulkAction,
  type BulkResult,
  changeEach,
  type LocaleBulkRequest,
} from '../../../contract/bulk.ts';
import { itemChangeTags, hideUnseenId } from '../../../contract/events/cache-tags.ts';
import { readDraftOnly } from '../../../contract/drafts.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { checkMediaUrls } from '../../../content/index.ts';
import type { LocaleRecord, ProjectContext, Tx } from '../../../core/context/index.ts';
import { respond, respondBriefly, type RouteResponse } from '../../../core/http/index.ts';
import { checkIfMatch, isVisible, publishingNow, type WrittenLocale } from '../../../lifecycle/index.ts';
import { deleteAllVotes } from '../votes/counts.ts';
import { deleteVotesIn } from '../votes/repository.ts';
import { readKbInput } from './input.ts';
import { kbArticle } from './module.ts';
import { reviewState } from './review.ts';
import { storeReview } from './repository.ts';
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
  const served = await readLiveArticle(context, kbArticle, slug);
  const record = served.record as KbArticleRecord;
  const { form, expiry } = await serializeSingleArticle(context, record, 'live', served.locale);
  const revision = record.live_revision ?? record.revision;
  const body = { ...form, ...singleKeys(context, kbArticle, served) };
  return respond(body as KbArticle, { revision, ...expiry }); // `published_at` is null only in drafts
}

/**
 * Creates an article: a draft, or live, scheduled or archived (specification: knowledge-base).
 * @throws errors of its fields, kb_slug_taken
 */
export async function createKbArticle(
  context: ProjectContext,
  body: ChangeKbArticle,
): Promise<RouteResponse<WrittenKbArticle>> {
  const result = await addKbArticle(context, body);
  return respondWithWrite(context, result, kbArticle.path);
}

/** Creates an article without building the response. */
export function addKbArticle(
  context: ProjectContext,
  body: ChangeKbArticle,
  mode: { draftOnly?: boolean } = {},
): Promise<WrittenArticle<KbValues>> {
  return createArticle(context, kbArticle, async (tx) => ({
    ...(await readKbInput(tx, null, body)),
    ...mode,
  }));
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
  return respondWithWrite(context, await updateKbArticle(context, slug, body, readDraftOnly(query, body)));
}

/** Changes an article without building the response. */
export function updateKbArticle(
  context: ProjectContext,
  slugOrId: string,
  body: ChangeKbArticle,
  mode: { draftOnly?: boolean } = {},
): Promise<WrittenArticle<KbValues>> {
  return changeArticle(context, kbArticle, slugOrId, async (tx, before) => ({
    ...(await readKbInput(tx, before, body)),
    ...mode,
  }));
}

/**
 * Rebuilds the body in the response to a write of this revision, for a repeated request; undefined if that
 * version is gone.
 */
export async function rebuildKbBody(context: ProjectContext, stored: { id: string; revision: number }) {
  const record = await articleAtRevision(context, kbArticle, stored);
  if (record === null) return undefined;
  // Rows of the module contain review dates.
  return (await serializeSingleArticle(context, record as KbArticleRecord, 'draft')).form.body;
}

/**
 * Deletes an article in any state, with its votes unless it goes to the trash.
 * @throws unknown_kb_article, revision_conflict
 */
export async function deleteKbArticle(context: ProjectContext, slug: string): Promise<void> {
  if (context.writtenLocale !== undefined) return deleteKbLocale(context, slug);
  const { _id } = await readArticle(context, kbArticle, slug);
  const isInTrash = await deleteArticle(context, kbArticle, _id);
  if (!context.dryRun && !isInTrash) await deleteAllVotes(context.db, _id);
}

/** Deletes the content of an article in the locale of the request, with its votes there. */
async function deleteKbLocale(context: ProjectContext, slug: string): Promise<void> {
  const { id, locale } = await removeArticleLocale(context, kbArticle, slug);
  if (!context.dryRun) await deleteVotesIn(context.db, `${id}/${locale}`);
}

/**
 * Publishes, unpublishes or deletes articles one after another, with a result for each.
 * @throws unknown_locale
 */
export function changeManyKbArticles(
  context: ProjectContext,
  { action, ids, locale }: LocaleBulkRequest,
): Promise<BulkResult> {
  const bulkContext = { ...inBulkLocale(context, locale), ifMatch: null };
  return changeEach(ids, (id) => changeKbInBulk(bulkContext, id, action));
}

/**
 * Changes one article of a bulk action. Publishing means now, even if the article is scheduled.
 * @throws errors of writes and deletions
 */
export async function changeKbInBulk(context: ProjectContext, id: string, action: BulkAction): Promise<void> {
  if (action === 'delete') return deleteKbArticle(context, id);
  await changeArticle(context, kbArticle, id, (tx, before) => {
    const article = before === null ? null : (editedArticle(tx, kbArticle, before)?.article ?? before);
    const body = action === 'publish' ? publishingNow(article, tx.now) : { publish: false };
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
  const result = await writeProject(context, async (tx) => {
    // Rows of the module contain review dates.
    const before = (await readArticle(tx, kbArticle, slug)) as KbArticleRecord;
    const { locale, isDefault, list } = await writtenLocale(tx);
    const written = tx.writtenLocale === undefined ? null : { list, locale };
    tx.noteLocales([locale.id]);
    const view = reviewedRecord(tx, before, written);
    if (view.revision === 0) throw withoutContent(kbArticle, slug, locale.code);
    checkIfMatch(tx.ifMatch, view);
    const record = isDefault
      ? { ...before, ...reviewState({ ...before, last_reviewed_at: tx.now }, tx.project) }
      : { ...before, locale_reviews: { ...before.locale_reviews, [locale.id]: tx.now } };
    await storeReviewed(tx, record, list);
    if (view.live_at !== null)
      tx.invalidate('kb', hideUnseenId(itemChangeTags('kb_article', before._id), isVisible(view, tx.now)));
    const { subject } = auditedArticle(kbArticle, before);
    return tx.stored({ action: 'article.reviewed', subject }, { record, warnings: [], written });
  });
  return respondWithWrite(context, result);
}

/** Stores the review dates of an article, and of its rows in locales. */
async function storeReviewed(
  { db, project, now }: Pick<Tx<ProjectContext>, 'db' | 'project' | 'now'>,
  record: KbArticleRecord,
  list: readonly LocaleRecord[],
): Promise<void> {
  const { last_reviewed_at, aging_at, review_due_at, locale_reviews: reviews } = record;
  const inLocales = reviews === undefined ? {} : { locale_reviews: reviews };
  await storeReview(db, record._id, { last_reviewed_at, aging_at, review_due_at, ...inLocales });
  const rows = articleRowsOf(kbArticle, record, { list, project, now });
  if (rows.length > 0) await storeArticleRows(db, { id: record._id, rows });
}

/** The article in the locale of a write, with its review dates there. */
function reviewedRecord(
  { now, project }: Pick<ProjectContext, 'now' | 'project'>,
  stored: ArticleRecord<KbValues>,
  written: WrittenLocale | null,
): KbArticleRecord {
  // Rows of the module contain review dates.
  const record = writtenRecord({ now }, kbArticle, { record: stored, written }) as KbArticleRecord;
  if (written === null) return record;
  const reviewed = { ...record, ...reviewedIn(stored, written.locale.id, written.list) };
  return { ...reviewed, ...reviewState(reviewed, project) };
}

async function respondWithWrite(
  context: ProjectContext,
  { record: stored, warnings, written = null }: WrittenArticle<KbValues>,
  createdIn?: string,
): Promise<RouteResponse<WrittenKbArticle>> {
  const record = reviewedRecord(context, stored, written);
  const details = writtenDetails(context, { record, written }, createdIn);
  if (context.summarizes === true) return respondBriefly({ ...record, id: record._id }, warnings, details);
  const { form } = await serializeSingleArticle(context, record, 'draft', written?.locale.id);
  const body: WrittenKbArticle = {
    ...form,
    archived: record.status === 'archived',
    ...writtenState(record, context.now),
    ...writtenKeysOf(context, kbArticle, { record: stored, written }),
    ...(warnings.length === 0 ? {} : { meta: { warnings } }),
  };
  return respond(body, details);
}
