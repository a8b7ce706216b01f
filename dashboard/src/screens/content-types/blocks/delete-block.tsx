import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import { useProject, useProjectMutation, useRefresh } from '../../../api/project.ts';
import { TypedField } from '../../../components/overlay/confirm.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import type { BlockUse } from './uses.ts';
import { UsesList } from './uses-list.tsx';

interface DeleteBlockProps {
  block: BlockDefinition;
  uses: readonly BlockUse[];
  onClose: () => void;
}

/** Before a definition goes: the fields that take it and keep it. */
export function DeleteBlockDialog({ block, uses, onClose }: DeleteBlockProps) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const refresh = useRefresh();
  const remove = useProjectMutation([], (api, confirm: string) =>
    api.remove(`/blocks/${encodeURIComponent(block.slug)}`, { body: { confirm } }),
  );
  const submission = useSubmit(async () => {
    await remove.mutateAsync(typed.trim());
    toast(`${block.name} is deleted`);
    await navigate({
      to: '/p/$projectId/content-types/blocks',
      params: { projectId },
      search: ({ release }) => ({ release }),
      ignoreBlocker: true,
    });
    void refresh('schema'); // once nothing here asks for what is gone
  });
  const isKept = uses.length > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${block.name}?`}
      submission={submission}
      fields={['confirm']}
      action={isKept ? null : 'Delete block'}
      danger
      disabled={typed.trim() !== block.slug}
    >
      {isKept ? (
        <div className="stack">
          <p>It cannot be deleted while fields take it. Take it out of these first:</p>
          <UsesList uses={uses} onGo={onClose} />
        </div>
      ) : (
        <>
          <p>No field takes this block. You can’t undo this.</p>
          <TypedField wanted={block.slug} value={typed} onChange={setTyped} />
        </>
      )}
    </FormDialog>
  );
}
