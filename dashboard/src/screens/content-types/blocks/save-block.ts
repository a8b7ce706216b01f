import { useNavigate } from '@tanstack/react-router';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';
import { blocksPath } from '../../../features/blocks/outline/definitions.ts';
import { useSaveDefinition } from '../save-definition.ts';
import { type BlockDraft, blockDefinitionOf } from './draft.ts';
import { makeMissing } from './make-missing.ts';

/** Saves the definition of a block, and opens a new one. @throws as `useSaveDefinition` */
export function useSaveBlock(): (draft: BlockDraft) => Promise<BlockDefinition> {
  const { id: projectId } = useProject();
  const api = useProjectApi();
  const save = useSaveDefinition<BlockDefinition>(blocksPath, 'invalid_block');
  const navigate = useNavigate();
  return async (draft) => {
    const { slug, stored, fields } = draft.fields;
    const prepare = () => makeMissing(api, fields, slug);
    const saved = await save({ slug, stored, body: blockDefinitionOf(draft), prepare });
    if (stored === null)
      await navigate({
        to: '/p/$projectId/content-types/blocks/block/$block',
        params: { projectId, block: saved.slug },
        search: ({ release }) => ({ release }),
        ignoreBlocker: true,
        replace: true,
      });
    return saved;
  };
}
