import type { ProjectContext, Tx } from '../../../core/context/index.ts';
import { requireApproval } from '../../review/approval.ts';
import { parts } from '../copy/release-rows.ts';
import { changedEntries, rowsByKey } from '../copy/row-repository.ts';
import type { ReleaseRecord } from '../schema.ts';
import { isReleaseApproved } from './release-review.ts';
import { basePosition, isAfter } from './write-position.ts';

/**
 * Checks a promotion in a project that requires approvals: the release needs one that is about its present content.
 * Returning to the previous default release shows readers only what they saw before, so it needs none.
 * @throws approval_required
 */
export async function requireReleaseApproval(
  tx: Tx<ProjectContext>,
  { release, defaultId }: { release: ReleaseRecord; defaultId: string },
): Promise<void> {
  if ((await tx.publishApproval()) === 'off' || isReleaseApproved(release)) return;
  if (await isPreviousDefault(tx, release, defaultId)) return;
  await requireApproval(tx, null);
}

/** Whether a release was the default until the current one was promoted, and has not changed since. */
async function isPreviousDefault(
  { db }: Tx<ProjectContext>,
  release: ReleaseRecord,
  defaultId: string,
): Promise<boolean> {
  const { _id: releaseId, base_seq, clone_seq, base_default } = release;
  const wasDefault = base_seq !== undefined && base_seq !== clone_seq;
  if (!wasDefault || base_default !== defaultId) return false;
  const since = basePosition(release);
  for (const part of [parts.types, parts.blocks]) {
    const definitions = await rowsByKey(db, { releaseId, part, keys: null });
    if ([...definitions.values()].some((row) => isAfter(row, since))) return false;
  }
  return (await changedEntries(db, { releaseId, since })).size === 0;
}
