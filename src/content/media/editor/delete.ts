import { type BulkResult, changeEach } from '../../../contract/bulk.ts';
import type { MediaUse } from '../../../contract/fields/links.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { deleteAsset } from '../change.ts';
import { usePlacesOf, usedAmong } from './uses.ts';

/** Places that a refusal names. */
const namedMax = 3;

/**
 * Deletes up to a hundred assets that stand nowhere, one after another, with a result for each: of those that stand
 * somewhere, drafts and all releases included, it says where. The places are read inside the transaction of the deletion.
 */
export function deleteUnused(context: ProjectContext, ids: readonly string[]): Promise<BulkResult> {
  return changeEach(ids, (id) => deleteAsset(context, id, refuseUsed));
}

async function refuseUsed(tx: ProjectContext, mediaId: string): Promise<void> {
  const places = await usePlacesOf(tx, mediaId, namedMax + 1);
  if (places.length > 0) throw apiError('media_in_use', { places: wordsFor(places) });
  if ((await usedAmong(tx, [mediaId])).size > 0)
    throw apiError('media_in_use', { places: 'content that you may not see' });
}

function wordsFor(places: readonly MediaUse[]): string {
  const named = places
    .slice(0, namedMax)
    .map(({ title, id, live }) => `${title === '' ? id : title}${live ? '' : ' (not live)'}`);
  return places.length > namedMax ? `${named.join(', ')} and other places` : named.join(', ');
}
