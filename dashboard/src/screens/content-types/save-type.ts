import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { ApiProblem } from '../../api/problem.ts';
import { projectKey, useProject, useProjectApi, useRefresh } from '../../api/project.ts';
import { makeMissing } from './blocks/make-missing.ts';
import { definitionOf, type Draft } from './draft.ts';
import { typesPath } from './types-query.ts';

/**
 * Saves a type as a whole, on the revision that was seen; a new one is created where none of its key is, and opened.
 * @throws the service's refusals, with the places of its faults
 */
export function useSaveType(): (draft: Draft) => Promise<ContentType> {
  const project = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  const refresh = useRefresh();
  const navigate = useNavigate();
  return async (draft) => {
    const path = `${typesPath}/${encodeURIComponent(draft.slug)}`;
    if (draft.stored === null) await checkFree(draft.slug);
    await makeMissing(api, draft.fields, '');
    const ifMatch = draft.stored === null ? undefined : `"${draft.stored.revision}"`;
    const saved = await api
      .put<ContentType>(path, definitionOf(draft), { ifMatch })
      .catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'revision_conflict') void refresh('schema');
        throw error;
      });
    const key = projectKey(project, 'schema', typesPath, {});
    client.setQueryData<{ data: ContentType[] }>(
      key,
      (list) => list && { ...list, data: put(list.data, saved) },
    );
    void refresh('schema', 'content');
    if (draft.stored === null)
      await navigate({
        to: '/p/$projectId/content-types/type/$type',
        params: { projectId: project.id, type: saved.slug },
        search: ({ release }) => ({ release }),
        ignoreBlocker: true,
        replace: true,
      });
    return saved;
  };

  /** A PUT to a type that there is would change it. */
  async function checkFree(slug: string): Promise<void> {
    if (slug === '') throw refusal('slug', 'Enter a name. Galley generates the key from it.');
    const { data } = await api.get<{ data: ContentType[] }>(typesPath);
    const twin = data.find((type) => type.slug === slug);
    if (twin !== undefined) throw refusal('slug', `${twin.name} already has this key.`);
  }
}

function refusal(param: string, message: string): ApiProblem {
  return new ApiProblem(400, { code: 'invalid_content_type', message, param });
}

function put(types: readonly ContentType[], saved: ContentType): ContentType[] {
  const at = types.findIndex(({ slug }) => slug === saved.slug);
  return at < 0 ? [...types, saved] : types.map((type, index) => (index === at ? saved : type));
}
