import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BlockDefinition } from '../../../../../src/content-types/blocks/schema.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { projectKey, useProject, useProjectApi, useRefresh } from '../../../api/project.ts';
import { blocksPath } from '../../../blocks/definitions.ts';
import { makeMissing } from './make-missing.ts';
import { type BlockDraft, blockDefinitionOf } from './draft.ts';

/**
 * Saves a definition as a whole, on the revision that was seen; a new one is created where none of its key is, and opened.
 * @throws the service's refusals, with the places of its faults
 */
export function useSaveBlock(): (draft: BlockDraft) => Promise<BlockDefinition> {
  const project = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  const refresh = useRefresh();
  const navigate = useNavigate();
  return async (draft) => {
    const { slug, stored } = draft.fields;
    if (stored === null) await checkFree(slug);
    await makeMissing(api, draft.fields.fields, slug);
    const ifMatch = stored === null ? undefined : `"${stored.revision}"`;
    const saved = await api
      .put<BlockDefinition>(`${blocksPath}/${encodeURIComponent(slug)}`, blockDefinitionOf(draft), {
        ifMatch,
      })
      .catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'revision_conflict') void refresh('schema');
        throw error;
      });
    client.setQueryData<{ data: BlockDefinition[] }>(
      projectKey(project, 'schema', blocksPath, {}),
      (list) => list && { ...list, data: put(list.data, saved) },
    );
    void refresh('schema', 'content');
    if (stored === null)
      await navigate({
        to: '/p/$projectId/content-types/blocks/block/$block',
        params: { projectId: project.id, block: saved.slug },
        search: ({ release }) => ({ release }),
        ignoreBlocker: true,
        replace: true,
      });
    return saved;
  };

  /** A PUT to a definition that there is would change it. */
  async function checkFree(slug: string): Promise<void> {
    if (slug === '') throw refusal('Enter a name. Galley generates the key from it.');
    const { data } = await api.get<{ data: BlockDefinition[] }>(blocksPath);
    const twin = data.find((block) => block.slug === slug);
    if (twin !== undefined) throw refusal(`${twin.name} already has this key.`);
  }
}

function refusal(message: string): ApiProblem {
  return new ApiProblem(400, { code: 'invalid_block', message, param: 'slug' });
}

function put(blocks: readonly BlockDefinition[], saved: BlockDefinition): BlockDefinition[] {
  const at = blocks.findIndex(({ slug }) => slug === saved.slug);
  return at < 0 ? [...blocks, saved] : blocks.map((block, index) => (index === at ? saved : block));
}
