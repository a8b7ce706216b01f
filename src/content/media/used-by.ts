import { limits } from '../../contract/limits.ts';
import type { PageUse } from '../../contract/fields/links.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { withoutGrantFilter } from '../../core/mongo/scope/whole.ts';
import { readMediaRecord } from './upload/upload.ts';

export interface UsedBy {
  used_by: PageUse[];
  used_by_total: number;
}

/**
 * Returns at most 200 live pages of the default release that use the asset, and their total number, counted up to 10,000
 * for each kind (specification: event-data).
 */
async function findPageUses(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  const result: UsedBy = { used_by: [], used_by_total: 0 };
  for (const user of context.sources.imageUsers) {
    const { uses, total } = await user.usesOf(context, mediaId, limits.used_by_max);
    result.used_by.push(...uses.slice(0, limits.used_by_max - result.used_by.length));
    result.used_by_total += total;
  }
  return result;
}

/** Returns all uses for the event of a change, including pages that the caller may not read. */
export function allUsesOf(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  return findPageUses(withoutGrantFilter(context), mediaId);
}

/** Returns the uses of an asset in any state that the caller may read. @throws unknown_media */
export async function usesOfAsset(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  const { _id } = await readMediaRecord(context, mediaId);
  return findPageUses(context, _id);
}
