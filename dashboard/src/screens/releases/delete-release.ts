import { useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';

/** Deletes a release after the person typed its name. */
export function useDeleteRelease(): (release: Release) => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { releaseId } = useProject();
  const remove = useProjectMutation(['releases'], (api, id: string) => api.remove(`/v1/releases/${id}`));
  return ({ id, name, entry_count }) =>
    confirm({
      title: `Delete ${name}?`,
      body: createElement(
        'p',
        null,
        `Its ${counted(entry_count, 'entry', 'entries')} go with it, for good. Readers see no change.`,
      ),
      action: 'Delete release',
      confirmText: name,
      danger: true,
      run: async () => {
        if (releaseId === id)
          await navigate({ to: '.', search: (before: object) => ({ ...before, release: undefined }) });
        await remove.mutateAsync(id);
        toast(`${name} is deleted`);
      },
    });
}
