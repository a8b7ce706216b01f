import { useState } from 'react';
import type { Release } from '../../../../src/releases/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';

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
    <Dialog
      open
      onClose={onClose}
      title={`Rename ${release.name}`}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="rename" variant="primary" busy={submission.busy}>
            Rename
          </Button>
        </>
      }
    >
      <Form id="rename" submission={submission} fields={['name']}>
        <TextField label="Name" name="name" value={name} onChange={setName} autoFocus />
      </Form>
    </Dialog>
  );
}
