import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { deleteEntry as removeEntry } from '../store/repository.ts';
import { linkTargetExists, targetKindOf } from '../../links/check.ts';
import type { ReleaseContext, Tx } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { withoutGrantFilter } from '../../../core/mongo/scope/whole.ts';
import {
  checkIfMatch,
  countLocaleRows,
  countRemoval,
  dropVersions,
  entryItem,
  putInTrash,
  rejectWhileEnded,
  writtenAt,
} from '../../../lifecycle/index.ts';
import { writeProject } from '../../../projects/index.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { deleteLocaleRows } from '../store/locales/repository.ts';
import { isInLocales, itemOf } from '../store/locales/states.ts';
import type { EntryRecord } from '../store/schema.ts';
import { emitDeletionInLocales, removeEntryLocale } from '../write/locales/remove.ts';
import { rejectWhileLocaleDue } from '../write/locales/removal-events.ts';
import { loadCollection, loadEntry } from './reading.ts';
import { countHidden, findReferrers } from './referrers.ts';
import type { Referrer } from '../schema.ts';
import { entryChangeTags } from '../change-tags.ts';
import { auditedEntry, emitEntryEvent } from '../write/entry-events.ts';
import { trashedEntry } from '../write/trashed-entry.ts';
import { applyDueEntry } from '../write/due-changes.ts';

interface ReferrerPageQuery {
  limit?: number;
  cursor?: string;
}

/**
 * Lists the referrers of an entry, drafts included (specification: referenced-by).
 * @throws unknown_entry, not_a_collection
 */
export async function listReferrers(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  page: ReferrerPageQuery,
) {
  const type = await loadCollection(context, location.type);
  await loadEntry(context, type, location.entryId);
  return referrerPage(context, location.entryId, page);
}

/** The error code of a missing item, by kind. */
const unknownCodes = {
  blog_article: 'unknown_blog_article',
  blog_category: 'unknown_blog_category',
  author: 'unknown_author',
  kb_article: 'unknown_kb_article',
  kb_collection: 'unknown_kb_collection',
  kb_section: 'unknown_kb_section',
} as const;

/**
 * Lists the referrers of a built-in item, drafts included, by its id.
 * @throws the 404 of its kind, unknown_entry for an id of no kind
 */
export async function listUses(context: ReleaseContext, itemId: string, page: ReferrerPageQuery) {
  const kind = targetKindOf(itemId);
  if (kind === null || kind === 'media' || kind === 'entry')
    throw apiError('unknown_entry', { entryId: itemId }, { param: 'itemId' });
  if (!(await linkTargetExists(context, kind, itemId)))
    throw apiError(unknownCodes[kind], { slug: itemId }, { param: 'itemId' });
  return referrerPage(context, itemId, page);
}

async function referrerPage(context: ReleaseContext, target: string, page: ReferrerPageQuery) {
  const limit = page.limit ?? limits.page_size_default;
  const list = [context.db.projectId, context.db.releaseId, 'referenced-by', target];
  const after = page.cursor === undefined ? undefined : positionOf(context.cursors.decode(list, page.cursor));
  const { referrers, endedBefore } = await context.withConcurrencyLimit(() =>
    findReferrers(context, { target, limit: limit + 1, after }),
  );
  const data = referrers.slice(0, limit);
  const last = data.at(-1);
  const hasMore = endedBefore !== null || referrers.length > limit;
  return {
    data,
    meta: {
      ...(await countHidden(context, target)),
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? context.cursors.encode(list, [last.id, last.field]) : null,
      next_offset: null,
    },
  };
}

/** The referrers that the caller may see, and the number of the others. */
function visibleReferrers(referrers: readonly Referrer[], { narrowing }: ReleaseDb) {
  if (narrowing === null) return { referenced_by: referrers };
  const { areas, types } = narrowing;
  const isShown = ({ type, content_type: slug }: Referrer) => {
    const area = type === 'entry' ? 'content' : type === 'blog_article' ? 'blog' : 'kb';
    if (areas !== null && !areas.includes(area)) return false;
    return type !== 'entry' || types === null || types.includes(slug ?? '');
  };
  const shownReferrers = referrers.filter(isShown);
  return { referenced_by: shownReferrers, hidden: referrers.length - shownReferrers.length };
}

function positionOf([id, field]: readonly unknown[]): { id: string; field: string } {
  return { id: String(id), field: String(field) };
}

/**
 * Deletes an entry, or its content in the further locale that the request names.
 * @throws unknown_entry, locale_is_default, type_not_localized, and the codes of `deleteEntry`
 */
export async function deleteEntryOrLocale(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<null> {
  if (context.writtenLocale === undefined) return deleteEntry(context, location);
  await removeEntryLocale(context, location);
  return null;
}

/**
 * Deletes an entry and its draft in all locales (specification: states). A deletion by a member or key moves it to the
 * trash. Links of the entry to itself do not protect it.
 * @throws unknown_entry, entry_referenced with the first 20 referrers, revision_conflict
 */
export async function deleteEntry(
  context: ReleaseContext,
  location: { type: string; entryId: string },
): Promise<null> {
  await writeProject(
    context,
    async (tx) => {
      const type = await loadCollection(tx, location.type);
      const entry = await loadEntry(tx, type, location.entryId);
      if (isInLocales(entry)) {
        const { list } = await tx.locales();
        await rejectWhileLocaleDue(tx, { type, entry }, itemOf(entry, type, list));
      } else rejectWhileEnded(entry.id, entry, tx.now);
      checkIfMatch(tx.ifMatch, entry);
      const limit = limits.referenced_by_in_error;
      const { referrers } = await findReferrers(withoutGrantFilter(tx), {
        target: entry.id,
        limit,
        withoutSelf: true,
      });
      if (referrers.length > 0) throw apiError('entry_referenced', {}, visibleReferrers(referrers, tx.db));
      await removeEntry(tx.db, entry.id);
      const localeIds = Object.keys(entry.locales ?? {});
      if (isInLocales(entry)) countLocaleRows(tx, -(await deleteLocaleRows(tx.db, [entry.id])));
      await countRemoval(tx, entry.id, tx.now);
      const { releaseId } = tx.db;
      const trashId = await putInTrash(tx, trashedEntry(tx.db, { type, entry, at: tx.now }));
      const versionItems = [null, ...localeIds].map((locale) => entryItem(releaseId, entry.id, locale));
      if (trashId === null) await dropVersions(tx.db, versionItems);
      if (isInLocales(entry)) await emitDeletionInLocales(tx, { type, entry });
      else await emitDeletion(tx, { type, entry });
      return tx.stored({ action: 'entry.deleted', ...auditedEntry(tx, type, entry) });
    },
    applyDueEntry(context),
  );
  return null;
}

async function emitDeletion(
  tx: Tx<ReleaseContext>,
  { type, entry }: { type: TypeShape; entry: EntryRecord },
): Promise<void> {
  if (entry.live !== null) tx.invalidate('content', entryChangeTags(tx, { before: entry, after: null }));
  const deleted = { ...entry, revision: entry.revision + 1, updated_at: writtenAt(entry, tx.now) };
  await emitEntryEvent(tx, { type, entry: deleted, verb: 'deleted' });
}
