import { apiError } from '../../contract/errors/api-error.ts';
import { changeTags, groups } from '../../contract/events/cache-tags.ts';
import type { ProjectContext, TrashKind, Tx } from '../../core/context/index.ts';
import { checkProjectLimit } from '../../projects/index.ts';
import { putInTrash, removeOlderTrash } from '../trash/service.ts';
import { countEntries } from './counting.ts';
import {
  abandonRelease,
  countReleases,
  findTrashedRelease,
  trashedReleaseIds,
  trashRelease,
  updateRelease,
} from './repository.ts';
import type { ReleaseRecord } from './schema.ts';

/** Releases in the trash of a project, because each can contain as many rows as the default release. */
const maxTrashedReleases = 3;

/**
 * Hides a deleted release that is complete, and removes the oldest ones beyond the maximum, inside the transaction of
 * the deletion (specification: trash).
 * @returns whether the release is in the trash
 */
export async function putReleaseInTrash(tx: Tx<ProjectContext>, record: ReleaseRecord): Promise<boolean> {
  if (record.status !== 'ready') return false;
  const { _id: itemId, name: title, entry_count: entries } = record;
  const item = { kind: 'release', itemId, releaseId: null, type: null, title, wasLive: false } as const;
  if ((await putInTrash(tx, { ...item, record: {}, entries })) === null) return false;
  await trashRelease(tx.db, record);
  const itemIds = await trashedReleaseIds(tx.db);
  if (itemIds.length > maxTrashedReleases)
    await removeOlderTrash(tx.db, trashedReleaseKind, { itemIds, newest: maxTrashedReleases });
  return true;
}

/** Restores deleted releases with their content; one that was the default earlier is not the default again. */
export const trashedReleaseKind: TrashKind = {
  kind: 'release',
  needs: { permission: 'releases', area: 'project' },
  async restore(tx, { itemId }) {
    const record = await findTrashedRelease(tx.db, itemId);
    if (record === null) throw apiError('not_in_trash', { id: itemId }, { param: 'ids' });
    await checkProjectLimit(tx.bounds.perProject, 'releases_per_project_max', (max) =>
      countReleases(tx.db, max),
    );
    await updateRelease(tx.db, itemId, { status: 'ready', alive_at: tx.now });
    countEntries(tx, record.entry_count);
    tx.invalidate('releases', changeTags(itemId, groups.types));
    return [];
  },
  forget: abandonRelease,
};
