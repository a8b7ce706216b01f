import { useState } from 'react';
import type { CreateRelease, Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { counted } from '../../components/base/counted.ts';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';

interface CloneDialogProps {
  source: Release;
  releases: readonly Release[];
  onClose: () => void;
}

/** Clones a release. A long clone continues after the dialog is closed, and the list shows its progress. */
export function CloneDialog({ source, releases, onClose }: CloneDialogProps) {
  const [name, setName] = useState('');
  const create = useProjectMutation(['releases'], (api, input: CreateRelease) =>
    api.post<Release>('/v1/releases', input),
  );
  const submission = useSubmit(async () => {
    const clone = await create.mutateAsync({ name: name.trim(), from: source.id });
    onClose();
    if (clone.status === 'ready') toast(`${clone.name} is ready`);
  });
  const runningClone = releases.find(
    ({ status, name: releaseName }) => status === 'cloning' && releaseName === name.trim(),
  );
  const { copied, total } = runningClone?.progress ?? { copied: 0, total: 0 };
  return (
    <FormDialog
      onClose={onClose}
      title="New release"
      description={`A copy of ${source.name} as it is now: types, ${counted(source.entry_count, 'entry', 'entries')}, drafts.`}
      size="small"
      submission={submission}
      fields={['name']}
      action="Create release"
      leave={submission.busy ? 'Continue in background' : 'Cancel'}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        placeholder="Summer catalogue"
        autoFocus
      />
      {submission.busy ? (
        <div className="release-progress" role="status">
          <progress value={total === 0 ? undefined : copied / total} max={1} aria-label="Copying" />
          <span className="muted">{total === 0 ? 'Copying' : `${copied} of ${total}`}</span>
        </div>
      ) : null}
    </FormDialog>
  );
}
