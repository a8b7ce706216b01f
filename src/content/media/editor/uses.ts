import type { MediaUse } from '../../../contract/fields/links.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { withoutGrantFilter } from '../../../core/mongo/scope/whole.ts';
import { readMediaRecord } from '../upload/upload.ts';
import { type MediaUseList, usesMax } from './schema.ts';

/** Returns the uses of an asset in drafts and all releases. The kinds of pages have the same order as in `used_by`. */
export async function findUses(context: ProjectContext, mediaId: string, limit: number): Promise<MediaUse[]> {
  const uses: MediaUse[] = [];
  for (const user of context.sources.imageUsers) {
    if (uses.length >= limit) break;
    uses.push(...(await user.mediaUsesOf(context, mediaId, limit - uses.length)));
  }
  return uses;
}

/** Returns the first uses of an asset in any state, and whether there are more. @throws unknown_media */
export async function listUses(context: ProjectContext, mediaId: string): Promise<MediaUseList> {
  const { _id } = await readMediaRecord(context, mediaId);
  const uses = await findUses(context, _id, usesMax + 1);
  return { data: uses.slice(0, usesMax), has_more: uses.length > usesMax };
}

/** Returns the ids that are used in drafts or any release, including content that the caller may not read. */
export async function findUsedIds(
  narrowedContext: ProjectContext,
  mediaIds: readonly string[],
): Promise<Set<string>> {
  const context = withoutGrantFilter(narrowedContext);
  const usedIds = new Set<string>();
  for (const user of context.sources.imageUsers) {
    const remainingIds = mediaIds.filter((id) => !usedIds.has(id));
    if (remainingIds.length === 0) break;
    for (const id of await user.usedAmong(context, remainingIds)) usedIds.add(id);
  }
  return usedIds;
}
