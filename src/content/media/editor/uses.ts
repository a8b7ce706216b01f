import type { MediaUse } from '../../../contract/fields/links.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { withoutGrantFilter } from '../../../core/mongo/scope/whole.ts';
import { readMediaRecord } from '../upload/upload.ts';
import { type MediaUseList, placesMax } from './schema.ts';

/** Where an asset stands, drafts and all releases included, in the order in which `used_by` names the kinds of pages. */
export async function usePlacesOf(
  context: ProjectContext,
  mediaId: string,
  limit: number,
): Promise<MediaUse[]> {
  const places: MediaUse[] = [];
  for (const user of context.sources.imageUsers) {
    if (places.length >= limit) break;
    places.push(...(await user.mediaUsesOf(context, mediaId, limit - places.length)));
  }
  return places;
}

/** The same for an asset of the project, whatever its state. @throws unknown_media */
export async function placesOfAsset(context: ProjectContext, mediaId: string): Promise<MediaUseList> {
  const { _id } = await readMediaRecord(context, mediaId);
  const places = await usePlacesOf(context, _id, placesMax + 1);
  return { data: places.slice(0, placesMax), has_more: places.length > placesMax };
}

/** Those of the ids that stand somewhere, drafts and all releases included, whatever the caller may see of it. */
export async function usedAmong(narrowed: ProjectContext, mediaIds: readonly string[]): Promise<Set<string>> {
  const context = withoutGrantFilter(narrowed);
  const used = new Set<string>();
  for (const user of context.sources.imageUsers) {
    const left = mediaIds.filter((id) => !used.has(id));
    if (left.length === 0) break;
    for (const id of await user.usedAmong(context, left)) used.add(id);
  }
  return used;
}
