import { type BulkRequest, type BulkResult, eachOf } from '../contract/bulk.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { loadCollection } from './reading.ts';
import { deleteEntry } from './referring.ts';
import { patchEntry } from './writing.ts';

/**
 * Publishes, unpublishes or deletes entries one after another, with a result for each.
 * @throws unknown_content_type, not_a_collection
 */
export async function changeMany(
  call: ReleaseCall,
  slug: string,
  { action, ids }: BulkRequest,
): Promise<BulkResult> {
  await loadCollection(call, slug);
  const one = { ...call, ifMatch: null };
  return eachOf(ids, (entryId) => {
    const place = { type: slug, entryId };
    return action === 'delete'
      ? deleteEntry(one, place)
      : patchEntry(one, place, { publish: action === 'publish' });
  });
}
