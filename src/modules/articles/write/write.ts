import { writeProject } from '../../../projects/index.ts';
import { newId } from '../../../contract/ids.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { freeSlug, slugOf, slugOfId } from '../../../contract/text/slugs.ts';
import { type Tx, type ProjectContext, type TxOperations } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { whole } from '../../../core/mongo/scope/whole.ts';
import {
  changeItem,
  type ChangedState,
  checkIfMatch,
  countLocaleRows,
  dropAllVersions,
  isInLocales,
  isVisible,
  storedItem,
  finishSave,
  saveVersion,
  laterDates,
  type PublishableItem,
  putInTrash,
  rejectWhileDue,
  rejectWhileEnded,
  unsaved,
  visibleAt,
  wasSeen,
  withCreationDates,
  withoutDates,
  withoutReview,
  writtenAt,
} from '../../../lifecycle/index.ts';
import { withTranslation } from '../locales/translation.ts';
import { articleParts } from '../locales/values.ts';
import { articleRecord } from '../store/derive.ts';
import { deleteArticleRows } from '../store/locale-repository.ts';
import { emitArticleEvent } from './event.ts';
import { emitDeletionInLocales } from './locales/events.ts';
import { rejectWhileLocaleDue } from './locales/removal-events.ts';
import { localesWrite, saveInLocales } from './locales/save.ts';
import { articleTitleOf, auditedArticle } from './audited.ts';
import { acceptedRevisions, checkInput, keepLostSides, type WrittenArticle } from './checks.ts';
import type { ArticleInput, WriteWarning } from './input.ts';
import { mergeArticle } from './merge.ts';
import type { ArticleModule } from '../module.ts';
import { readArticle } from '../read.ts';
import {
  countArticles,
  deleteArticle as deleteRecord,
  insertArticle,
  takenSlugs,
  updateArticle,
} from '../store/repository.ts';
import { applyDueArticle } from './schedule.ts';
import { articleChangeTags } from './change-tags.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';

/** Returns the input of a write from the current article; runs inside the transaction. */
export type WritePlan<V extends ArticleValues> = (
  tx: Tx<ProjectContext>,
  before: ArticleRecord<V> | null,
) => Promise<ArticleInput<V>> | ArticleInput<V>;

/**
 * Creates an article: a draft, or live or scheduled with `publish` (specification: states).
 * @throws errors of the input, the module's code for a slug in use, limit_reached
 */
export function createArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  plan: WritePlan<V>,
): Promise<WrittenArticle<V>> {
  const id = context.creation?.id ?? newId(module.kind, context.now);
  return writeProject(context, async (tx) => {
    const { further, ...input } = await plan(tx, null);
    const empty = { ...unsaved<V>(module.empty, tx.now), _id: id } as ArticleRecord<V>; // derived keys are added
    const { write, written } = await localesWrite(tx, module, empty, {
      ...input,
      ...(further && { further }),
    });
    if (write !== null) {
      const result = await saveInLocales(write);
      countArticle(tx, 1);
      return result;
    }
    const warnings = await checkInput(tx, module, input);
    const slug = await chooseSlug(tx.db, module, { ...input, id, title: input.patch.title ?? '' });
    const before = unsaved<V>({ ...module.empty, slug }, tx.now);
    const changed = await changeItem(tx, before, changeOf(module, input, slug));
    const article = articleRecord(tx, module, id, withCreationDates(tx, changed.after));
    const record = withTranslation(module, article, (await tx.locales()).list);
    await insertArticle(tx.db, record);
    countArticle(tx, 1);
    const beginsVersion = await storeVersion(tx, { before, record, input });
    await module.updateCounts?.(tx.db, null, record);
    await emitArticleEvents(tx, module, { before: null, record, changed });
    const reviewed = { before, after: record };
    const save = { before, after: record, reviewed, verbs: changed.verbs, beginsVersion };
    return finishSave(tx, { ...auditedArticle(module, record), ...save }, { record, warnings, written });
  });
}

/**
 * Changes an article; without a difference, nothing is stored or emitted.
 * @throws the module's 404, revision_conflict, slug_is_final, and errors of a creation
 */
export function changeArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
  plan: WritePlan<V>,
): Promise<WrittenArticle<V>> {
  const applyDue = applyDueArticle(context, module);
  return writeProject(
    context,
    async (tx) => {
      const before = await readArticle(tx, module, slugOrId);
      if (!isInLocales(before)) rejectWhileDue(before._id, before, tx.now);
      const { further, ...sent } = await plan(tx, before);
      const { write, written } = await localesWrite(tx, module, before, {
        ...sent,
        ...(further && { further }),
      });
      if (write !== null) return saveInLocales(write);
      checkIfMatch(tx.ifMatch, acceptedRevisions(before, sent));
      const warnings = await checkInput(tx, module, sent, before);
      const merged = sent.merge === undefined ? null : mergeArticle(sent, sent.merge, before);
      const { input } = merged ?? { input: sent };
      const slug = await changedSlug(tx, module, before, input);
      const changed = await changeItem<V>(tx, before, changeOf(module, input, slug));
      if (!changed.isChanged) {
        const merge = await keepLostSides(tx, merged, {
          item: before._id,
          before,
          revision: before.revision,
        });
        const result = { record: before, warnings, merge, written };
        if (merge === undefined || merge.keptVersions.length === 0) return tx.unchanged(result);
        const reviewed = { before, after: before };
        const save = { before, after: before, reviewed, verbs: [], beginsVersion: true };
        return finishSave(tx, { ...auditedArticle(module, before), ...save }, result);
      }
      const state = { ...withoutReview(withoutDates(before)), ...changed.after };
      const { list } = await tx.locales();
      const record = withTranslation(module, articleRecord(tx, module, before._id, state), list);
      await updateArticle(tx.db, before, record);
      const beginsVersion = await storeVersion(tx, { before, record, input });
      const merge = await keepLostSides(tx, merged, { item: before._id, before, revision: record.revision });
      await module.updateCounts?.(tx.db, before, record);
      await emitArticleEvents(tx, module, { before, record, changed });
      const reviewed = { before, after: record };
      const save = { before, after: record, reviewed, verbs: changed.verbs, beginsVersion };
      const allWarnings = [...warnings, ...hiddenUntilWarnings(changed)];
      const result = { record, warnings: allWarnings, merge, written };
      return finishSave(tx, { ...auditedArticle(module, record), ...save }, result);
    },
    applyDue,
  );
}

/**
 * Deletes an article in any state; a deletion by a member or key moves it to the trash.
 * @returns whether it is in the trash
 * @throws the module's 404, revision_conflict
 */
export function deleteArticle<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  slugOrId: string,
): Promise<boolean> {
  const applyDue = applyDueArticle(context, module);
  return writeProject(
    context,
    async (tx) => {
      const record = await readArticle(tx, module, slugOrId);
      const { list } = await tx.locales();
      const item = isInLocales(record) ? storedItem(record, articleParts(module), list) : null;
      if (item === null) rejectWhileEnded(record._id, record, tx.now);
      else await rejectWhileLocaleDue(tx, module, { article: record, item });
      checkIfMatch(tx.ifMatch, record);
      await deleteRecord(tx.db, record._id);
      if (item !== null) countLocaleRows(tx, -(await deleteArticleRows(tx.db, [record._id])));
      countArticle(tx, -1);
      const trashId = await putInTrash(tx, {
        kind: module.kind,
        itemId: record._id,
        releaseId: null,
        type: null,
        title: articleTitleOf(record),
        wasLive: (record.periods ?? [record]).some((period) => isVisible(period, tx.now)),
        record,
      });
      if (trashId === null) await dropAllVersions(tx.db, record._id);
      await module.updateCounts?.(tx.db, record, null);
      if (item === null) await reportDeletion(tx, module, record);
      else await emitDeletionInLocales(tx, module, { list, record, item });
      const { subject } = auditedArticle(module, record);
      return tx.stored({ action: 'article.deleted', subject }, trashId !== null);
    },
    applyDue,
  );
}

/** Reports that an article with only the default locale was deleted. */
async function reportDeletion<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
): Promise<void> {
  const isPublic = visibleAt(record, tx.now) !== null;
  const last = { ...record, revision: record.revision + 1, updated_at: writtenAt(record, tx.now) };
  await emitArticleEvent(tx, module, last, { verb: 'deleted', isPublic });
  const deletion = { before: record, after: null, now: tx.now };
  if (record.live_at !== null) tx.invalidate(module.module, articleChangeTags(module, deletion));
}

/** Changes the number of the project's articles, which is limited. */
export function countArticle(tx: TxOperations<ProjectDb>, by: number): void {
  tx.count('articles_per_project_max', by, () => countArticles(whole(tx.db)));
}

/** Stores the save as a version. @returns whether it starts a new version */
function storeVersion<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  { before, record, input }: { before: PublishableItem<V>; record: ArticleRecord<V>; input: ArticleInput<V> },
): Promise<boolean> {
  return saveVersion(tx, {
    item: record._id,
    before,
    after: record,
    change: input,
  });
}

function changeOf<V extends ArticleValues>(
  { orderKeys = [] }: ArticleModule<V>,
  input: ArticleInput<V>,
  slug: string,
) {
  const { publish, publishedAt, publishAt, unpublishAt, archived, draftOnly = false } = input;
  const merge = (values: V): V => ({ ...values, ...input.patch, slug, seo: { ...values.seo, ...input.seo } });
  const state = { publish, publishedAt, publishAt, unpublishAt, archived, draftOnly };
  return { merge, ...state, orderKeys, releaseId: null };
}

/** Emits the events, and invalidates caches if readers see a difference, now or at a date. */
async function emitArticleEvents<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  change: { before: ArticleRecord<V> | null; record: ArticleRecord<V>; changed: ChangedState<V> },
): Promise<void> {
  const { before, record, changed } = change;
  const { now } = tx;
  for (const verb of changed.verbs) await emitArticleEvent(tx, module, record, { verb, isPublic: true });
  const changesReads =
    record.live_revision === record.revision ||
    (before !== null && before.live_at !== null && record.live_at === null) ||
    laterDates(before) !== laterDates(record);
  if (changed.verbs.length > 0 || changesReads)
    tx.invalidate(module.module, articleChangeTags(module, { before, after: record, now }));
}

function hiddenUntilWarnings(changed: ChangedState<unknown>): WriteWarning[] {
  if (changed.hiddenUntil === null) return [];
  const visibleFrom = changed.hiddenUntil.toISOString();
  return [
    {
      code: 'hidden_until',
      message: `It was live and is hidden until ${visibleFrom}.`,
      param: 'published_at',
    },
  ];
}

async function changedSlug<V extends ArticleValues>(
  tx: ProjectContext,
  module: ArticleModule<V>,
  before: ArticleRecord<V>,
  { slug, patch }: ArticleInput<V>,
): Promise<string> {
  if (slug === undefined || slug === before.slug) return before.slug;
  if (wasSeen(before, tx.now)) throw apiError('slug_is_final', { slug: before.slug }, { param: 'slug' });
  const title = patch.title ?? before.draft.title;
  return chooseSlug(tx.db, module, { slug, title, id: before._id });
}

async function chooseSlug<V extends ArticleValues>(
  db: ProjectDb,
  module: ArticleModule<V>,
  { slug, title, id }: { slug: string | null | undefined; title: string; id: string },
): Promise<string> {
  const base = slug ?? slugOf(title, slugOfId(id));
  const usedSlugs = await takenSlugs(db, module, base, id);
  if (slug == null) return freeSlug(base, usedSlugs);
  if (usedSlugs.has(slug)) throw apiError(module.codes.slugTaken, { slug }, { param: 'slug' });
  return slug;
}
