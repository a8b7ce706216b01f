import { useState } from 'react';
import type { Scopes } from '../../../../src/contract/access.ts';
import type { ApiKey, ChangeApiKey } from '../../../../src/accounts/keys/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { TextArea, TextField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { AccessFields } from './access-fields.tsx';
import { originsHelp, parseOrigins } from './origins.ts';

export function ChangeKeyDialog({ value, onClose }: { value: ApiKey; onClose: () => void }) {
  const [name, setName] = useState(value.name);
  const [origins, setOrigins] = useState(value.origins.join('\n'));
  const [scopes, setScopes] = useState<Scopes | null>(value.scopes ?? null);
  const change = useProjectMutation(['keys'], (api, input: ChangeApiKey) =>
    api.patch<ApiKey>(`/keys/${value.id}`, input),
  );
  const isPublishable = value.purpose === 'publishable';
  const submission = useSubmit(async () => {
    await change.mutateAsync({
      name: name.trim(),
      ...(isPublishable ? { origins: parseOrigins(origins) } : {}),
      ...(scopes === (value.scopes ?? null) ? {} : { scopes }),
    });
    toast('Key saved');
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={value.name}
      submission={submission}
      fields={['name', 'origins']}
      action="Save"
    >
      <TextField label="Name" name="name" value={name} onChange={setName} />
      <AccessFields purpose={value.purpose} value={scopes} onChange={setScopes} />
      {isPublishable ? (
        <TextArea label="Origins" name="origins" value={origins} onChange={setOrigins} help={originsHelp} />
      ) : null}
    </FormDialog>
  );
}
