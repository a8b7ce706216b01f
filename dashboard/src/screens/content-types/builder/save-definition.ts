import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../api/errors/api-error.ts';
import { projectKey, useProject, useProjectApi, useRefresh } from '../../../api/project.ts';
import { type Definition, type DefinitionKind, definitionKinds, definitionLink } from '../kinds.ts';
import { createMissingBlocks } from './create-missing-blocks.ts';
import { definitionOf, type Draft, removedFields } from './draft.ts';

/**
 * Saves a whole content type or block with the revision that the draft started from, and opens it if it is new.
 * @throws ApiError with the parameter of each error
 */
export function useSaveDefinition(kind: DefinitionKind): (draft: Draft) => Promise<Definition> {
  const { path, invalidCode: code } = definitionKinds[kind];
  const project = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefresh();
  return async (draft) => {
    const { slug, stored, fields } = draft;
    if (stored === null) await requireFreeSlug(slug);
    await createMissingBlocks(api, fields, kind === 'block' ? slug : '');
    const ifMatch = stored === null ? undefined : `"${stored.revision}"`;
    const removedKeys = removedFields(draft).map(({ field }) => field.key);
    const query = stored === null ? {} : { remove_fields: removedKeys.join(',') };
    const saved = await api
      .put<Definition>(`${path}/${encodeURIComponent(slug)}`, definitionOf(draft), { ifMatch, query })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'revision_conflict') void refresh('schema');
        throw error;
      });
    client.setQueryData<{ data: Definition[] }>(
      projectKey(project, 'schema', path, {}),
      (list) => list && { ...list, data: replaceOrAdd(list.data, saved) },
    );
    void refresh('schema', 'content', 'views');
    if (stored === null)
      await navigate({ ...definitionLink(project.id, kind, saved.slug), ignoreBlocker: true, replace: true });
    return saved;
  };

  /** A PUT with the key of an existing definition would change that definition. */
  async function requireFreeSlug(slug: string): Promise<void> {
    if (slug === '') throw keyError('Enter a name. Galley generates the key from it.');
    const { data } = await api.get<{ data: Definition[] }>(path);
    const existing = data.find((other) => other.slug === slug);
    if (existing !== undefined) throw keyError(`${existing.name} already has this key.`);
  }

  function keyError(message: string): ApiError {
    return new ApiError(400, { code, message, param: 'slug' });
  }
}

function replaceOrAdd(list: readonly Definition[], saved: Definition): Definition[] {
  const index = list.findIndex(({ slug }) => slug === saved.slug);
  return index === -1 ? [...list, saved] : list.with(index, saved);
}
