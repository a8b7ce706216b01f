import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/errors/problem.ts';
import { projectKey, useProject, useProjectApi, useRefresh } from '../../api/project.ts';

interface Stored {
  slug: string;
  name: string;
  revision: number;
}

interface DefinitionToSave<T extends Stored> {
  slug: string;
  /** The definition that was seen; null for a new one. */
  stored: Pick<T, 'revision'> | null;
  body: object;
  /** What must exist before the definition is sent. */
  prepare: () => Promise<unknown>;
}

/**
 * Saves a content type or a block as a whole, on the revision that was seen; a new one only where its key is free.
 * @param path - the list of the definitions.
 * @param code - the code of a key that cannot be used.
 * @throws the service's refusals, with the places of its faults
 */
export function useSaveDefinition<T extends Stored>(
  path: string,
  code: 'invalid_block' | 'invalid_content_type',
): (definition: DefinitionToSave<T>) => Promise<T> {
  const project = useProject();
  const api = useProjectApi();
  const client = useQueryClient();
  const refresh = useRefresh();
  return async ({ slug, stored, body, prepare }) => {
    if (stored === null) await checkFree(slug);
    await prepare();
    const ifMatch = stored === null ? undefined : `"${stored.revision}"`;
    const saved = await api
      .put<T>(`${path}/${encodeURIComponent(slug)}`, body, { ifMatch })
      .catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'revision_conflict') void refresh('schema');
        throw error;
      });
    client.setQueryData<{ data: T[] }>(
      projectKey(project, 'schema', path, {}),
      (list) => list && { ...list, data: put(list.data, saved) },
    );
    void refresh('schema', 'content');
    return saved;
  };

  /** A PUT to a definition that there is would change it. */
  async function checkFree(slug: string): Promise<void> {
    if (slug === '') throw refusal('Enter a name. Galley generates the key from it.');
    const { data } = await api.get<{ data: T[] }>(path);
    const twin = data.find((other) => other.slug === slug);
    if (twin !== undefined) throw refusal(`${twin.name} already has this key.`);
  }

  function refusal(message: string): ApiProblem {
    return new ApiProblem(400, { code, message, param: 'slug' });
  }
}

function put<T extends Stored>(list: readonly T[], saved: T): T[] {
  const at = list.findIndex(({ slug }) => slug === saved.slug);
  return at < 0 ? [...list, saved] : list.map((one, index) => (index === at ? saved : one));
}
