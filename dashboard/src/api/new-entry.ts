import { useNavigate } from '@tanstack/react-router';
import type { EditorEntry } from '../../../src/content/entries/editor/editor-schema.ts';
import { useProject, useProjectApi } from './project.ts';

/** Creates an empty draft of a type and opens it, so that the first typed letter can be saved. */
export function useNewEntry(): (type: string) => Promise<void> {
  const api = useProjectApi();
  const navigate = useNavigate();
  const { id: projectId } = useProject();
  return async (type) => {
    const { id: entryId } = await api.post<EditorEntry>(`/content/${type}/entries`, { values: {} });
    await navigate({
      to: '/p/$projectId/entries/$type/$entryId',
      params: { projectId, type, entryId },
      search: { fresh: true },
    });
  };
}
