import type { AssetTagList } from '../../../../src/content/media/editor/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

/** The tags of the project's assets, by name. */
export function useAssetTags(): AssetTagList['data'] {
  return useProjectQuery<AssetTagList>('media', '/media-tags').data?.data ?? [];
}
