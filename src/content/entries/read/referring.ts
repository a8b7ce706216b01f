import { limits } from '../../../contract/limits.ts';
import { problem } from '../../../contract/errors/problem.ts';
import { deleteEntry as removeEntry } from '../store/repository.ts';
import { linkTargetExists, targetKindOf } from '../../links/check.ts';
import type { ReleaseCall } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { wholly } from '../../../core/mongo/scope/whole.ts';
import {
  checkIfMatch,
  countRemoval,
  dropVersions,
  entryItem,
  putInTrash,
  refuseWhileEnded,
  writtenAt,
} from '../../../lifecycle/index.ts';
import { titleOf } from '../editor/label.ts';
import { loadCollection, loadEntry } from './reading.ts';
import { countHidden, findReferrers } from './referrers.ts';
import type { Referrer } from '../schema.ts';
import { entryChangeTags } from '../change-tags.ts';
import { auditedEntry, emitEntryEvent } from '../write/save.ts';
import { transactOnTurned } from '../write/schedule.ts';

interface ReferrerPageQuery {
  limit?: number;
  cursor?: string;
}

/** Every place that points at this entry, drafts included (specification: referenced-by). @throws unknown_entry, not_a_collection */
export async function listReferrers(
  call: ReleaseCall,
  place: { type: string; entryId: string },
  page: ReferrerPageQuery,
) {
  const type = await loadCollection(call, place.type);
  await loadEntry(call, type, place.entryId);
  return referrerPage(call, place.entryId, page);
}

/** How the 404 of each kind is called. */
const unknown = {
  blog_article: 'unknown_blog_article',
  blog_category: 'unknown_blog_category',
  author: 'unknown_author',
  kb_article: 'unknown_kb_article',
  kb_collection: 'unknown_kb_collection',
  kb_section: 'unknown_kb_section',
} as const;

/** Every place that points at built-in content, drafts included, by its id. @throws the 404 of its kind, unknown_entry for what is none */
export async function listUses(call: ReleaseCall, itemId: string, page: ReferrerPageQuery) {
  const kind = targetKindOf(itemId);
  if (kind === null || kind === 'media' || kind === 'entry')
    throw problem('unknown_entry', { entryId: itemId }, { param: 'itemId' });
  if (!(await linkTargetExists(call, kind, itemId)))
    throw problem(unknown[kind], { slug: itemId }, { param: 'itemId' });
  return referrerPage(call, itemId, page);
}

async function referrerPage(call: ReleaseCall, target: string, page: ReferrerPageQuery) {
  const limit = page.limit ?? limits.page_size_default;
  const list = [call.db.projectId, call.db.releaseId, 'referenced-by', target];
  const after = page.cursor === undefined ? undefined : positionOf(call.cursors.decode(list, page.cursor));
  const { places, endedBefore } = await call.withConcurrencyLimit(() =>
    findReferrers(call, { target, limit: limit + 1, after }),
  );
  const data = places.slice(0, limit);
  const last = data.at(-1);
  const hasMore = endedBefore !== null || places.length > limit;
  return {
    data,
    meta: {
      ...(await countHidden(call, target)),
      limit,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? call.cursors.encode(list, [last.id, last.field]) : null,
      next_offset: null,
    },
  };
}

/** What the caller may see of the places, and how many others there are. */
function shownOf(places: readonly Referrer[], { narrowing }: ReleaseDb) {
  if (narrowing === null) return { referenced_by: places };
  const { areas, types } = narrowing;
  const isShown = ({ type, content_type: slug }: Referrer) => {
    const area = type === 'entry' ? 'content' : type === 'blog_article' ? 'blog' : 'kb';
    if (areas !== null && !areas.includes(area)) return false;
    return type !== 'entry' || types === null || types.includes(slug ?? '');
  };
  const shown = places.filter(isShown);
  return { referenced_by: shown, hidden: places.length - shown.length };
}

function positionOf([id, field]: readonly unknown[]): { id: string; field: string } {
  return { id: String(id), field: String(field) };
}

/**
 * Removes an entry and its draft (specification: states): for good, or into the trash when a member deletes it. Its links
 * to itself do not protect it.
 * @throws unknown_entry, entry_referenced with the first 20 places, revision_conflict
 */
export async function deleteEntry(
  call: ReleaseCall,
  place: { type: string; entryId: string },
): Promise<null> {
  await transactOnTurned(call, async (inside) => {
    const type = await loadCollection(inside, place.type);
    const entry = await loadEntry(inside, type, place.entryId);
    refuseWhileEnded(entry.id, entry, inside.now);
    checkIfMatch(inside.ifMatch, entry);
    const limit = limits.referenced_by_in_error;
    const { places } = await findReferrers(wholly(inside), { target: entry.id, limit, withoutSelf: true });
    if (places.length > 0) throw problem('entry_referenced', {}, shownOf(places, inside.db));
    await removeEntry(inside.db, entry.id);
    await countRemoval(inside, entry.id, inside.now);
    const { releaseId } = inside.db;
    const isKept = await putInTrash(inside, {
      kind: 'entry',
      itemId: entry.id,
      releaseId,
      type: type.slug,
      title: titleOf(type, entry.draft, ''),
      record: entry,
    });
    if (!isKept) await dropVersions(inside.db, [entryItem(releaseId, entry.id)]);
    if (entry.live !== null) inside.touch('content', entryChangeTags(inside, { before: entry, after: null }));
    emitEntryEvent(inside, {
      type,
      entry: { ...entry, revision: entry.revision + 1, updated_at: writtenAt(entry, inside.now) },
      verb: 'deleted',
    });
    return inside.stored({ action: 'entry.deleted', ...auditedEntry(inside, type, entry) });
  });
  return null;
}
