import type { BulkResult } from '../../../../../src/contract/bulk.ts';
import type { TagAssets } from '../../../../../src/content/media/editor/schema.ts';
import { useProjectMutation } from '../../../api/project.ts';

/** Gives assets a tag or takes it from them; answers what became of each. */
export function useTagging() {
  return useProjectMutation(['media'], (api, change: TagAssets) =>
    api.post<BulkResult>('/media-tags', change),
  );
}
