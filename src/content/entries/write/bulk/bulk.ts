import { type BulkChange, type BulkRequest, type BulkResult, changeEach } from '../../../../contract/bulk.ts';
import type { ReleaseContext } from '../../../../core/context/index.ts';
import { publishingNow } from '../../../../lifecycle/index.ts';
import { loadTypes } from '../../../types/lookup.ts';
import { titleOf } from '../../editor/label.ts';
import { loadCollection } from '../../read/reading.ts';
import { deleteEntry } from '../../read/referring.ts';
import { findEntry } from '../../store/repository.ts';
import { setInBulk } from './bulk-set.ts';
import { updateEntry } from '../write-entry.ts';

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
  const unconditional = { ...context, ifMatch: null };
  return changeEach(ids, (entryId) => changeInBulk(unconditional, { type: slug, entryId }, { action }));
}

/**
 * Changes one entry of a bulk action. A scheduled entry is published now.
 * @throws the errors of writes and deletions
 */
export async function changeInBulk(
  context: ReleaseContext,
  location: { type: string; entryId: string },
  change: BulkChange,
): Promise<unknown> {
  const { action } = change;
  if (action === 'set') return setInBulk(context, location, change.set);
  if (action === 'delete') return deleteEntry(context, location);
  if (action === 'unpublish') return updateEntry(context, location, { publish: false });
  const entry = await findEntry(context.db, location.entryId);
  return updateEntry(context, location, publishingNow(entry, context.now));
}

/** The title of an entry of the release: empty if it has none, null if there is no such entry. */
export async function entryTitle(context: ReleaseContext, entryId: string): Promise<string | null> {
  const entry = await findEntry(context.db, entryId);
  return entry === null ? null : titleOf((await loadTypes(context)).get(entry.type), entry.draft, '');
}
