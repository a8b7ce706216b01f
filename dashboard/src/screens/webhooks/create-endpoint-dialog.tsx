import { useState } from 'react';
import type { Endpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { EndpointFields, type EndpointInput } from './endpoint-form.tsx';
import { SecretDialog } from '../../features/delivery/secret-dialog.tsx';

interface CreateEndpointDialogProps {
  events: readonly string[];
  onClose: () => void;
}

export function CreateEndpointDialog({ events, onClose }: CreateEndpointDialogProps) {
  const [value, setValue] = useState<EndpointInput>({ url: '', events: ['*'], with_tags: false });
  const [secret, setSecret] = useState<string | null>(null);
  const create = useProjectMutation(['webhooks'], (api, input: EndpointInput) =>
    api.post<{ endpoint: Endpoint; secret: string }>('/webhooks', input),
  );
  const submission = useSubmit(async () => {
    setSecret((await create.mutateAsync({ ...value, url: value.url.trim() })).secret);
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="New webhook"
      submission={submission}
      fields={['url']}
      action="Create webhook"
      disabled={value.events.length === 0}
    >
      <EndpointFields value={value} events={events} onChange={setValue} />
    </FormDialog>
  );
}
