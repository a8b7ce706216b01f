import { Problem } from '../contract/problem.ts';
import type { ReleaseCall } from '../platform/call.ts';
import type { BulkRequest, BulkResult } from './editor-schema.ts';
import { loadCollection } from './reading.ts';
import { deleteEntry } from './referring.ts';
import { patchEntry } from './writing.ts';

/**
 * Publishes, unpublishes or deletes entries one after another, each by itself: what is refused for one holds up no
 * other. @throws unknown_content_type, not_a_collection
 */
export async function changeMany(
  call: ReleaseCall,
  slug: string,
  { action, ids }: BulkRequest,
): Promise<BulkResult> {
  await loadCollection(call, slug);
  const one = { ...call, ifMatch: null };
  const data: BulkResult['data'] = [];
  for (const entryId of ids) {
    const place = { type: slug, entryId };
    try {
      if (action === 'delete') await deleteEntry(one, place);
      else await patchEntry(one, place, { publish: action === 'publish' });
      data.push({ id: entryId, ok: true, error: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      data.push({
        id: entryId,
        ok: false,
        error: { code: error.code, message: error.message, ...error.hints },
      });
    }
  }
  const done = data.filter(({ ok }) => ok).length;
  return { data, done, failed: data.length - done };
}
