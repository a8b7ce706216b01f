import type { BulkResult } from '../../../../../src/contract/bulk.ts';
import type { TagAssets } from '../../../../../src/content/media/editor/schema.ts';
import { useProjectMutation } from '../../../api/project.ts';

/** Adds a tag to assets or removes it. Returns the result for each asset. */
export function useTagMutation() {
  return useProjectMutation(['media'], (api, change: TagAssets) =>
    api.post<BulkResult>('/media-tags', change),
  );
}
