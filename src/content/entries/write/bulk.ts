import { type BulkAction, type BulkRequest, type BulkResult, eachOf } from '../../../contract/bulk.ts';
import { loadTypes } from '../../types/lookup.ts';
import { findEntry } from '../store/repository.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { publishingNow } from '../../../lifecycle/index.ts';
import { titleOf } from '../editor/label.ts';
import { loadCollection } from '../read/reading.ts';
import { deleteEntry } from '../read/referring.ts';
import { storeEntry } from './writing.ts';

/**
 * Publishes, unpublishes or deletes entries one after another, with a result for each.
 * @throws unknown_content_type, not_a_collection
 */
export async function changeMany(
  context: ReleaseContext,
  slug: string,
  { action, ids }: BulkRequest,
): Promise<BulkResult> {
  await loadCollection(context, slug);
  const one = { ...context, ifMatch: null };
  return eachOf(ids, (entryId) => changeInBulk(one, { type: slug, entryId }, action));
}

/** One entry of a bulk change; publishing means now, also where a date to come is kept. @throws as writes and deletions do */
export async function changeInBulk(
  context: ReleaseContext,
  place: { type: string; entryId: string },
  action: BulkAction,
): Promise<unknown> {
  if (action === 'delete') return deleteEntry(context, place);
  if (action === 'unpublish') return storeEntry(context, place, { publish: false });
  return storeEntry(context, place, publishingNow(await findEntry(context.db, place.entryId), context.now));
}

/** What an entry of the release is called; empty without a title, null when there is no such entry. */
export async function entryTitle(context: ReleaseContext, entryId: string): Promise<string | null> {
  const entry = await findEntry(context.db, entryId);
  return entry === null ? null : titleOf((await loadTypes(context)).get(entry.type), entry.draft, '');
}
