import { useProjectQuery } from '../../../api/project.ts';
import type { BlockTemplate } from './draft.ts';

/** Definitions to begin with. */
export function useBlockTemplates() {
  return useProjectQuery<{ data: BlockTemplate[] }>('schema', '/block-templates');
}
