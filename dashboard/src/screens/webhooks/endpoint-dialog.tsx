import { useState } from 'react';
import type { ShownEndpoint } from '../../../../src/delivery/webhooks/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { SecretDialog } from '../../features/delivery/secret-dialog.tsx';
import { EndpointFields, type EndpointInput } from './endpoint-form.tsx';

interface EndpointDialogProps {
  /** Null creates a webhook. */
  endpoint: ShownEndpoint | null;
  onClose: () => void;
}

/** Creates a webhook and shows its secret, or changes one. */
export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  const events = useProjectQuery<{ events: string[] }>('webhooks', '/webhooks').data?.events ?? [];
  const { url, events: chosen, with_tags } = endpoint ?? { url: '', events: ['*'], with_tags: false };
  const [value, setValue] = useState<EndpointInput>({ url, events: chosen, with_tags });
  const [secret, setSecret] = useState<string | null>(null);
  const save = useProjectMutation(['webhooks'], (api, input: EndpointInput) =>
    endpoint === null
      ? api.post<{ secret: string | null }>('/webhooks', input)
      : api.patch<ShownEndpoint>(`/webhooks/${endpoint.id}`, input).then(() => ({ secret: null })),
  );
  const submission = useSubmit(async () => {
    const saved = await save.mutateAsync({ ...value, url: value.url.trim() });
    setSecret(saved.secret);
    if (saved.secret !== null) return;
    toast('Webhook saved');
    onClose();
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={endpoint === null ? 'New webhook' : 'Edit webhook'}
      submission={submission}
      fields={['url']}
      action={endpoint === null ? 'Create webhook' : 'Save'}
      disabled={value.events.length === 0}
    >
      <EndpointFields value={value} events={events} onChange={setValue} />
    </FormDialog>
  );
}
