import { limits } from '../../contract/limits.ts';
import type { PageUse } from '../../contract/fields/links.ts';
import type { ProjectCall } from '../../core/context/index.ts';
import { wholly } from '../../core/mongo/scope/whole.ts';
import { readMediaRecord } from './upload/upload.ts';

export interface UsedBy {
  used_by: PageUse[];
  used_by_total: number;
}

/**
 * The pages of the default release on which readers see the picture at this moment: at most 200, and how many there
 * are in all, counted to 10,000 for each kind (specification: event-data).
 */
async function usedBy(call: ProjectCall, mediaId: string): Promise<UsedBy> {
  const found: UsedBy = { used_by: [], used_by_total: 0 };
  for (const user of call.sources.imageUsers) {
    const { uses, total } = await user.usesOf(call, mediaId, limits.used_by_max);
    found.used_by.push(...uses.slice(0, limits.used_by_max - found.used_by.length));
    found.used_by_total += total;
  }
  return found;
}

/** The same for every receiver of a change, whatever the person who changes it may see. */
export function allUsesOf(call: ProjectCall, mediaId: string): Promise<UsedBy> {
  return usedBy(wholly(call), mediaId);
}

/** Those that the caller may see, of an asset of the project, whatever its state. @throws unknown_media */
export async function usesOfAsset(call: ProjectCall, mediaId: string): Promise<UsedBy> {
  const { _id } = await readMediaRecord(call, mediaId);
  return usedBy(call, _id);
}
