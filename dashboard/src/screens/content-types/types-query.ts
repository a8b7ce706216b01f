import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProjectQuery } from '../../api/project.ts';

export const typesPath = '/v1/schema/content-types';

/** Every type of the release that is looked through. */
export function useContentTypes() {
  return useProjectQuery<{ data: ContentType[] }>('schema', typesPath);
}
