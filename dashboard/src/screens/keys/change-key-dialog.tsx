import { useState } from 'react';
import type { ApiKey, ChangeApiKey } from '../../../../src/keys/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { originsHelp, originsIn } from './origins.ts';

export function ChangeKeyDialog({ value, onClose }: { value: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(value.name);
  const [origins, setOrigins] = useState(value.origins.join('\n'));
  const change = useProjectMutation(['keys'], (api, input: ChangeApiKey) =>
    api.patch<ApiKey>(`/keys/${value.id}`, input),
  );
  const isPublishable = value.purpose === 'publishable';
  const submission = useSubmit(async () => {
    await change.mutateAsync({
      name: name.trim(),
      ...(isPublishable ? { origins: originsIn(origins) } : {}),
    });
    toast('The key is changed');
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={value.name}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="change-key" variant="primary" busy={submission.busy}>
            Save
          </Button>
        </>
      }
    >
      <Form id="change-key" submission={submission} fields={['name', 'origins']}>
        <TextField label="Name" name="name" value={name} onChange={setName} />
        {isPublishable ? (
          <TextArea label="Origins" name="origins" value={origins} onChange={setOrigins} help={originsHelp} />
        ) : null}
      </Form>
    </Dialog>
  );
}
