import { useState } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';

export function RenameDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const [name, setName] = useState(release.name);
  const rename = useProjectMutation(['releases'], (api, to: string) =>
    api.patch<Release>(`/v1/releases/${release.id}`, { name: to }),
  );
  const submission = useSubmit(async () => {
    await rename.mutateAsync(name.trim());
    toast('The release is renamed');
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename ${release.name}`}
      size="small"
      submission={submission}
      fields={['name']}
      action="Rename"
    >
      <TextField label="Name" name="name" value={name} onChange={setName} autoFocus />
    </FormDialog>
  );
}
