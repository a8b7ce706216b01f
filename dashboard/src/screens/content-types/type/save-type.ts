import { useNavigate } from '@tanstack/react-router';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { useProject, useProjectApi } from '../../../api/project.ts';
import { makeMissing } from '../blocks/make-missing.ts';
import { definitionOf, type Draft } from '../draft.ts';
import { useSaveDefinition } from '../save-definition.ts';
import { typesPath } from '../types-query.ts';

/** Saves a type, and opens a new one. @throws as `useSaveDefinition` */
export function useSaveType(): (draft: Draft) => Promise<ContentType> {
  const { id: projectId } = useProject();
  const api = useProjectApi();
  const save = useSaveDefinition<ContentType>(typesPath, 'invalid_content_type');
  const navigate = useNavigate();
  return async (draft) => {
    const { slug, stored, fields } = draft;
    const prepare = () => makeMissing(api, fields, '');
    const saved = await save({ slug, stored, body: definitionOf(draft), prepare });
    if (stored === null)
      await navigate({
        to: '/p/$projectId/content-types/type/$type',
        params: { projectId, type: saved.slug },
        search: ({ release }) => ({ release }),
        ignoreBlocker: true,
        replace: true,
      });
    return saved;
  };
}
