import { type BulkResult, changeEach } from '../../../contract/bulk.ts';
import type { MediaUse } from '../../../contract/fields/links.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { deleteAsset } from '../change.ts';
import { findUses, findUsedIds } from './uses.ts';

/** Maximum uses listed in an error. */
const listedUsesMax = 3;

/**
 * Deletes up to 100 unused assets one after another, with a result for each. Used assets, in drafts and all releases too,
 * are rejected with `media_in_use`. Uses are read inside the transaction of the deletion.
 */
export function deleteUnused(context: ProjectContext, ids: readonly string[]): Promise<BulkResult> {
  return changeEach(ids, (id) => deleteAsset(context, id, rejectUsed));
}

async function rejectUsed(tx: ProjectContext, mediaId: string): Promise<void> {
  const uses = await findUses(tx, mediaId, listedUsesMax + 1);
  if (uses.length > 0) throw apiError('media_in_use', { places: describeUses(uses) });
  if ((await findUsedIds(tx, [mediaId])).size > 0)
    throw apiError('media_in_use', { places: 'content that you may not see' });
}

function describeUses(uses: readonly MediaUse[]): string {
  const names = uses
    .slice(0, listedUsesMax)
    .map(({ title, id, live }) => `${title === '' ? id : title}${live ? '' : ' (not live)'}`);
  return uses.length > listedUsesMax ? `${names.join(', ')} and other places` : names.join(', ');
}
