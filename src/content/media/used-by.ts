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
 * The pages of the default release on which readers see the picture at this moment: at most 200, and how many there
 * are in all, counted to 10,000 for each kind (specification: event-data).
 */
async function usedBy(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  const usedBy: UsedBy = { used_by: [], used_by_total: 0 };
  for (const user of context.sources.imageUsers) {
    const { uses, total } = await user.usesOf(context, mediaId, limits.used_by_max);
    usedBy.used_by.push(...uses.slice(0, limits.used_by_max - usedBy.used_by.length));
    usedBy.used_by_total += total;
  }
  return usedBy;
}

/** The same for every receiver of a change, whatever the person who changes it may see. */
export function allUsesOf(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  return usedBy(withoutGrantFilter(context), mediaId);
}

/** Those that the caller may see, of an asset of the project, whatever its state. @throws unknown_media */
export async function usesOfAsset(context: ProjectContext, mediaId: string): Promise<UsedBy> {
  const { _id } = await readMediaRecord(context, mediaId);
  return usedBy(context, _id);
}
