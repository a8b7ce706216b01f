import { useNavigate } from '@tanstack/react-router';
import { createElement } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProject, useProjectMutation } from '../../api/project.ts';
import { useDeletedToast } from '../../api/trash.ts';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';
import { trashPeriod } from '../../features/trash-period.ts';

/** Deletes a release after the person typed its name. */
export function useDeleteRelease(): (release: Release) => void {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { releaseId } = useProject();
  const deletedToast = useDeletedToast();
  const remove = useProjectMutation(['releases'], (api, id: string) => api.remove(`/v1/releases/${id}`));
  return ({ id, name, entry_count, status }) =>
    confirm({
      title: `Delete ${name}?`,
      body: createElement(
        'p',
        null,
        status === 'ready'
          ? `Readers see no change. You can restore it with its ${counted(entry_count, 'entry', 'entries')} for ${trashPeriod}.`
          : 'Readers see no change. You can’t undo this.',
      ),
      action: 'Delete release',
      confirmText: name,
      danger: true,
      run: async () => {
        if (releaseId === id)
          await navigate({ to: '.', search: (before: object) => ({ ...before, release: undefined }) });
        await remove.mutateAsync(id);
        if (status === 'ready') deletedToast(`${name} moved to the trash`, [id]);
        else toast(`${name} is deleted`);
      },
    });
}
